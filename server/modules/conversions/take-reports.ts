import type { ReportAnswer } from '#contracts/conversions.responses.ts'
import { conversionReport, type ConversionReport } from '#contracts/conversions.ts'
import * as z from 'zod/mini'
import { clickTime, findClick, isClickId } from '#server/modules/links/public.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { problemOf, validationProblem } from '#server/platform/http/failures.ts'
import { problem, problemDetails, type Problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { reportConversion, type Reported } from './report-conversion.ts'

/** What taking reports needs besides the database. */
export interface ReportDeps {
  db: Db
  clock: Clock
  /** Loads every click answered so far, so that it can be found. */
  flushClicks(): Promise<void>
}

type Row = Extract<ReportAnswer, { items: unknown }>['items'][number]

/** A click may be on its way into the database for this long after its redirect, in milliseconds: 60 s. */
const LOADING_MS = 60_000

/** Takes one report in a transaction of its own. Throws what `reportConversion` throws. */
export async function takeReport(
  deps: ReportDeps,
  brand: { brandId: string },
  report: ConversionReport,
): Promise<Reported> {
  await awaitClicks(deps, [report.clickId])
  return await inTransaction(deps.db, async (tx) => await reportConversion(tx, brand, report))
}

/**
 * Takes a batch row by row, in the order sent: each is a transaction of its own with an answer of its own, so that
 * a wrong row costs only itself. Rows whose turn does not come within `withinMs` are answered `unavailable`, to be
 * sent again: an answer for each is better than a connection that ends first. `failed` hears of those that are ours
 * to mend.
 */
export async function takeBatch(
  deps: ReportDeps,
  brand: { brandId: string },
  items: unknown[],
  failed: (problem: Problem) => void,
  withinMs = 20_000,
): Promise<Row[]> {
  const until = performance.now() + withinMs
  const parsed = items.map((item) => z.safeParse(conversionReport, item))
  await awaitClicks(
    deps,
    parsed.flatMap(({ data }) => (data ? [data.clickId] : [])),
  )
  const rows: Row[] = []
  for (const [index, { data, error }] of parsed.entries()) {
    try {
      if (error) throw validationProblem('body', error)
      if (performance.now() >= until)
        throw problem('unavailable', { detail: 'There was no time: send it again.' })
      const { answer } = await inTransaction(deps.db, async (tx) => await reportConversion(tx, brand, data))
      rows.push(answer)
    } catch (thrown) {
      const failure = problemOf(thrown)
      if (failure.status >= 500) failed(failure)
      rows.push({ eventId: eventIdOf(items[index]), error: rowError(failure) })
    }
  }
  return rows
}

/** Has clicks loaded that were made a moment ago. Before any transaction: it waits for a connection of its own. */
async function awaitClicks({ db, clock, flushClicks }: ReportDeps, clickIds: string[]): Promise<void> {
  const since = clock.now().getTime() - LOADING_MS
  for (const id of new Set(clickIds)) {
    if (!isClickId(id) || clickTime(id) < since || (await findClick(db, id))) continue
    return await flushClicks()
  }
}

function eventIdOf(item: unknown): string | null {
  const id = typeof item === 'object' && item !== null && 'eventId' in item ? item.eventId : null
  return typeof id === 'string' ? id.slice(0, 200) : null
}

function rowError(failure: Problem): { code: string; detail: string } {
  const { code, detail, issues } = problemDetails(failure, '', '')
  const where = issues?.map(({ path, message }) => `${path.replace(/^body\.?/, '')}: ${message}`).join('; ')
  return { code, detail: where ? `${detail} (${where})` : detail }
}
