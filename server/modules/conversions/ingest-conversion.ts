import * as z from 'zod/mini'
import { type ConversionReport, conversionReport, type ReportAnswer } from '#contracts/conversions.schemas.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { reportConversion, type Reported } from './report-conversion.ts'
import { problemOf, validationProblem } from '#server/platform/http/failures.ts'
import { problem, problemDetails, type Problem } from '#server/platform/http/problems.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { clickTime, isClickId, missingClicks, type ClickPath } from '#server/modules/clicks/public.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'

/** Takes one report: its click is loaded first, then it is a transaction. Throws what `reportConversion` throws. */
export async function ingestConversion(
  deps: ClickDeps,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
): Promise<Reported> {
  await awaitClick(deps, report.clickId)
  return await inTransaction(deps.db, (tx) => reportConversion(tx, actor, report))
}

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

/** What waiting for clicks needs. */
export interface ClickDeps {
  db: Db
  clock: Clock
  clicks: Pick<ClickPath, 'flush' | 'gather' | 'oldestWaitingAt'>
}

/**
 * A click that is nowhere may still be on its way from another process for this long after its redirect, in
 * milliseconds: an hour, since the database may have been away, or a process ended that another takes over. For longer
 * where clicks wait for ClickHouse, up to the oldest of those.
 */
const LOADING_MS = 3_600_000

/** Clocks of two machines differ by less than this, in milliseconds: what is later was never made. */
const SKEW_MS = 60_000

/** Until other processes have loaded theirs, in milliseconds: 1 s in all. Mostly the first does. */
const pausesMs = [25, 50, 100, 200, 300, 325]

/**
 * Has clicks loaded that are answered and not in the database yet, by this process or another; answers those that are
 * not there and may still come. Before any transaction: it waits for a connection of its own.
 */
export async function awaitClicks(
  { db, clock, clicks }: ClickDeps,
  clickIds: string[],
): Promise<ReadonlySet<string>> {
  const look = async (ids: string[]) => (ids.length === 0 ? [] : await missingClicks(db, ids))
  let missing = await look([...new Set(clickIds)].filter(isClickId))
  if (missing.length === 0) return new Set()
  await clicks.flush()
  missing = await look(missing)
  const nowMs = clock.now().getTime()
  let sinceMs = nowMs - LOADING_MS
  // While a backlog is stored, clicks of before the hour are on their way too.
  if (missing.some((id) => clickTime(id) < sinceMs)) {
    const waiting = await clicks.oldestWaitingAt()
    if (waiting) sinceMs = Math.min(sinceMs, waiting.getTime() - SKEW_MS)
  }
  missing = missing.filter((id) => clickTime(id) >= sinceMs && clickTime(id) <= nowMs + SKEW_MS)
  if (missing.length > 0) await clicks.gather()
  for (const pauseMs of pausesMs) {
    if (missing.length === 0) break
    await delay(pauseMs)
    missing = await look(missing)
  }
  return new Set(missing)
}

/** The same for one; throws `unavailable`, to be sent again, while the click may still come. */
export async function awaitClick(deps: ClickDeps, clickId: string): Promise<void> {
  if ((await awaitClicks(deps, [clickId])).size > 0) throw clickOnItsWay()
}

const onItsWay = 'This click is so recent that it may not be recorded yet. Send the same report again.'

/** Whether a failure is that of a click that may still come. */
export function isClickOnItsWay({ options }: Problem): boolean {
  return options.detail === onItsWay
}

/** Said of a report whose click is not there and may still come: nothing of it is recorded. */
export function clickOnItsWay(): Problem {
  return problem('unavailable', {
    detail: onItsWay,
    headers: { 'retry-after': '2' },
  })
}
