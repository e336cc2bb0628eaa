import { conversionReport, type ReportAnswer } from '#contracts/conversions.schemas.ts'
import * as z from 'zod/mini'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { problemOf, validationProblem } from '#server/platform/http/failures.ts'
import { problem, problemDetails, type Problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { awaitClicks, clickOnItsWay, type ClickDeps } from './await-clicks.ts'
import { reportConversion } from './report-conversion.ts'

export interface BatchDeps extends ClickDeps {
  /** Hears of rows that failed and are ours to mend. */
  failed(problem: Problem): void
}

/** How long a batch works on its rows, in milliseconds. */
const BATCH_MS = 20_000

type Row = Extract<ReportAnswer, { items: unknown }>['items'][number]

/**
 * Takes a batch row by row, in the order sent: each is a transaction of its own with an answer of its own, so that
 * a wrong row costs only itself. Rows whose turn does not come within `withinMs`, or whose click may still come, are
 * answered `unavailable`, to be sent again: an answer for each is better than a connection that ends first.
 */
export async function ingestConversionBatch(
  deps: BatchDeps,
  actor: Pick<BrandActor, 'brandId'>,
  items: unknown[],
  withinMs = BATCH_MS,
): Promise<Row[]> {
  const until = performance.now() + withinMs
  const parsed = items.map((item) => z.safeParse(conversionReport, item))
  const clickIds = parsed.flatMap(({ data }) => (data ? [data.clickId] : []))
  const onTheirWay = await awaitClicks(deps, clickIds)
  const rows: Row[] = []
  for (const [index, { data, error }] of parsed.entries()) {
    try {
      if (error) throw validationProblem('body', error)
      if (performance.now() >= until)
        throw problem('unavailable', { detail: 'There was no time: send it again.' })
      if (onTheirWay.has(data.clickId)) throw clickOnItsWay()
      const { answer } = await inTransaction(deps.db, (tx) => reportConversion(tx, actor, data))
      rows.push(answer)
    } catch (thrown) {
      const failure = problemOf(thrown)
      if (failure.status >= 500) deps.failed(failure)
      rows.push({ eventId: eventIdOf(items[index]), error: rowError(failure) })
    }
  }
  return rows
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
