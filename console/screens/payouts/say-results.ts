import { m } from '#console-messages'
import {
  getPayoutImport,
  getRefusedResults,
  importPayoutResults,
} from '#contracts/operator-payout-runs.endpoints.ts'
import type { OperatedPayout, PayoutImport } from '#contracts/operator-payout-runs.schemas.ts'
import { call } from '#console/platform/api.ts'
import type { RowOutcome } from '#console/ui/table/row-act.ts'

/** How often, and for how long, it is asked whether the rows are worked on. */
const everyMs = 500
const untilMs = 30_000

/**
 * Says of payments of a run what became of them, where there is no report that does: the row that a report would have of
 * each is imported like one, so that saying it again changes nothing. Answers of each whether it was taken. `reason` is
 * why they came back, `paidOn` the day on which they were paid.
 */
export async function sayResults(
  runId: string,
  payments: readonly OperatedPayout[],
  { status, reason = '', paidOn = '' }: { status: 'paid' | 'unpaid'; reason?: string; paidOn?: string },
): Promise<RowOutcome[]> {
  // A row is one line, by which it is found again where it is refused.
  const why = reason.replaceAll(/\s+/g, ' ').trim().replaceAll('"', '""')
  const rows = payments.map(({ reference }) => `${reference},${status},"${why}",${paidOn}`)
  const taken = await call(importPayoutResults, {
    params: { id: runId },
    body: new Blob([['reference,status,reason,paid on', ...rows].join('\n')], { type: 'text/csv' }),
  })
  // It is taken in: what fails from here on is only that nobody can say yet what became of it.
  const refusals = await refusalsOf(taken).catch(() => null)
  return payments.map(({ redemptionId: id }, index) => {
    const detail = refusals ? (refusals.get(index + 2) ?? null) : m.payouts_said_waits()
    return { id, done: detail === null, detail }
  })
}

/** Why rows of an import were refused, by their lines; null where it is worked on for long. */
async function refusalsOf(taken: PayoutImport): Promise<ReadonlyMap<number, string> | null> {
  const params = { id: taken.id }
  const end = Date.now() + untilMs
  let now = taken
  while (now.finishedAt === null) {
    if (Date.now() > end) return null
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    now = await call(getPayoutImport, { params })
  }
  if (now.refused === 0) return new Map()
  const file = (await call(getRefusedResults, { params })) as Blob | null
  const [, ...rows] = ((await file?.text()) ?? '').trimEnd().split('\r\n')
  return new Map(rows.map(cellsOf).map((cells) => [Number(cells[0]), cells.at(-1)!]))
}

/** The cells of a row of a CSV file that is one line. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}
