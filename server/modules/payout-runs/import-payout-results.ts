import { sql } from 'kysely'
import { dayOrderOf, reportedDay, type DayOrder } from '#rules/payout-day.ts'
import {
  hasSignedDebits,
  isCredit,
  outcomeOf,
  reportedAmount,
  resultColumns,
  type ResultColumns,
} from '#rules/payout-result.ts'
import { payoutRunStateAfter } from '#rules/payout-run.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { allCsvRows, CsvUnreadable, type CsvRow } from '#server/platform/csv-rows.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { lockedRun, requireNotPaid, runConflict } from './approve-payout-run.ts'
import { paidAgain, type SaidOfPayment } from './paid-again.ts'

/** The most rows that one import takes. */
const rowsMax = 100_000

/**
 * Takes in a report of PayPal, Wise or a bank for a run that was sent: a CSV file with a reference and a status in each
 * row. Kept of it is what is read, and no name; of a row that names no payment of the run, its line.
 * `applyPayoutResults` works on it. Throws `csv_unreadable` where it is no such file, `payload_too_large` above 100 000
 * rows, `not_found`, `forbidden` for who is paid by it, and `conflict`.
 */
export async function importPayoutResults(
  tx: Tx,
  actor: OperatorActor,
  { runId, csv }: { runId: string; csv: string | Uint8Array },
): Promise<{ importId: string; rows: number }> {
  const run = await lockedRun(tx, runId)
  if (!payoutRunStateAfter(run.state, 'import')) throw await runConflict(tx, run)
  // Who says that it never arrived keeps the dollars and gets the crels.
  await requireNotPaid(tx, actor, runId)
  const [head, ...reported] = await rowsOf(csv)
  const columns = head && resultColumns(head.cells)
  if (!columns)
    throw problem('csv_unreadable', {
      detail: 'The first line names the columns: one is the reference, one the status.',
    })
  if (reported.length > rowsMax)
    throw problem('payload_too_large', {
      detail: `One import has at most ${rowsMax} rows; this has ${reported.length}.`,
    })
  // By all rows: of a bank's statement the credit can be the run's, and the debits other people's.
  const isSigned = hasSignedDebits(statusesAndAmounts(reported, columns))
  const order = dayOrderOf(cellsOf(reported, columns.paidOn))
  const rows = asItHappened(reported, columns, { isSigned, order })
  const importId = newId('payoutImport')
  await operate(tx, actor, {
    action: 'payout-run.import',
    target: runId,
    after: { importId, rows: rows.length },
  })
  const operatorId = actor.via === 'job' ? null : actor.operatorId
  await sql`
    insert into payout_import (id, run_id, made_by, operator_id, rows)
    values (${importId}, ${runId}, ${authorOf(actor)}, ${operatorId}, ${rows.length})`.execute(tx)
  const again = await paidAgain(tx, runId, saidOfPayments(rows, columns, { isSigned, order }))
  for (let from = 0; from < rows.length; from += chunk)
    await insertRows(
      tx,
      { importId, runId, from, order, isSigned, again },
      rows.slice(from, from + chunk),
      columns,
    )
  // What names no payment is refused at once: of a bank's whole statement that is nearly all.
  await sql`
    update payout_import set refused = n.refused, rows_done = n.refused
    from (select count(*)::int as refused from payout_import_row where import_id = ${importId} and refusal is not null) n
    where id = ${importId}`.execute(tx)
  return { importId, rows: rows.length }
}

async function rowsOf(csv: string | Uint8Array): Promise<CsvRow[]> {
  try {
    return await allCsvRows(csv)
  } catch (error) {
    if (!(error instanceof CsvUnreadable)) throw error
    throw problem('csv_unreadable', { detail: `This file cannot be read, ${error.message}.` })
  }
}

const chunk = 5_000

/** How a report is read. */
interface Report {
  isSigned: boolean
  order: DayOrder | null
}

async function insertRows(
  tx: Tx,
  {
    importId,
    runId,
    from,
    order,
    isSigned,
    again,
  }: Report & { importId: string; runId: string; from: number; again: ReadonlySet<number> },
  rows: CsvRow[],
  columns: ResultColumns,
): Promise<void> {
  const cells = (column: keyof ResultColumns) => cellsOf(rows, columns[column])
  const [statuses, dayTexts] = [cells('status'), cells('paidOn')]
  const days = dayTexts.map((text) => reportedDay(text, order))
  const credits = statusesAndAmounts(rows, columns).map((row) => isSigned && isCredit(row))
  // That it was paid is taken with its day or not at all: years of taxes go by it, for good.
  const payments = cells('payment')
  const refusals = dayTexts.map((text, at) => {
    if (text !== '' && days[at] === null && outcomeOf(statuses[at]!) === 'paid' && !credits[at])
      return `The day “${text.slice(0, 40)}” cannot be read: write it as 2026-12-05.`
    return again.has(from + at)
      ? `Paid again under another name in this report: ${payments[at]}. Ask your bank whether it paid twice.`
      : null
  })
  await sql`
    insert into payout_import_row (import_id, place, line, reference, status, payment, reason, amount, paid_on, is_credit, refusal)
    select ${importId}, ${from} + n.place, n.line, coalesce(o.reference, ''), coalesce(o.status, ''),
      nullif(o.payment, ''), nullif(o.reason, ''), nullif(o.amount, ''), o.paid_on::date,
      n.is_credit and l.redemption_id is not null,
      case when l.redemption_id is null then 'No payment of this run has this reference.' else n.refusal end
    from unnest(${rows.map(({ line }) => line)}::int[], ${cells('reference')}::text[], ${statuses}::text[],
                ${payments}::text[], ${cells('reason')}::text[], ${cells('amount')}::text[],
                ${days}::text[], ${credits}::boolean[], ${refusals}::text[])
      with ordinality n (line, reference, status, payment, reason, amount, paid_on, is_credit, refusal, place)
      left join payout_line l on l.run_id = ${runId} and l.reference = n.reference
      -- A bank's statement has other people's payments: of those nothing is kept but that they are none of the run's.
      left join lateral (
        select n.reference, n.status, n.payment, n.reason, n.amount, n.paid_on where l.redemption_id is not null) o on true`.execute(
    tx,
  )
}

/**
 * The rows with each payment's own in the order in which they happened: by their days, where each has one, and on one day,
 * or without, paid before it came back, since reports have the newest first. Those of different payments keep their places.
 */
function asItHappened(rows: CsvRow[], columns: ResultColumns, { isSigned, order }: Report): CsvRow[] {
  const placesOf = Map.groupBy(rows.keys(), (place) => rows[place]!.cells[columns.reference]?.trim() ?? '')
  const days = cellsOf(rows, columns.paidOn).map((text) => reportedDay(text, order))
  const cameBack = statusesAndAmounts(rows, columns).map(
    (row) => outcomeOf(row.status) !== 'paid' || (isSigned && isCredit(row)),
  )
  const ordered = [...rows]
  for (const places of placesOf.values()) {
    const haveDays = places.every((place) => days[place] !== null)
    const happened = places.toSorted(
      (one, other) =>
        (haveDays ? days[one]!.localeCompare(days[other]!) : 0) ||
        Number(cameBack[one]) - Number(cameBack[other]),
    )
    for (const [index, place] of happened.entries()) ordered[places[index]!] = rows[place]!
  }
  return ordered
}

function saidOfPayments(
  rows: CsvRow[],
  columns: ResultColumns,
  { isSigned, order }: Report,
): SaidOfPayment[] {
  const [references, payments, days] = (['reference', 'payment', 'paidOn'] as const).map((column) =>
    cellsOf(rows, columns[column]),
  ) as [string[], string[], string[]]
  return statusesAndAmounts(rows, columns).map(({ status, amount }, at) => {
    const outcome = outcomeOf(status)
    const isBack = outcome === 'unpaid' || (isSigned && isCredit({ status, amount }))
    // One whose day cannot be read is refused for that.
    const isRead = days[at] === '' || reportedDay(days[at]!, order) !== null
    const said = isBack ? 'back' : outcome === 'paid' && isRead ? 'paid' : null
    return { reference: references[at]!, payment: payments[at]!, amount, said }
  })
}

function statusesAndAmounts(rows: CsvRow[], columns: ResultColumns): { status: string; amount: string }[] {
  const amounts = cellsOf(rows, columns.amount)
  return cellsOf(rows, columns.status).map((status, at) => ({ status, amount: amounts[at]! }))
}

/** A column of some rows, of a column that there is not an empty text each. */
function cellsOf(rows: CsvRow[], place: number): string[] {
  return rows.map((row) => (row.cells[place] ?? '').trim().slice(0, 500))
}

/** A row of an import that names a payment of its run. */
export interface ImportRow {
  place: number
  redemptionId: string
  reference: string
  status: string
  payment: string | null
  reason: string | null
  amount: string | null
  /** The day that it names; null where it names none. */
  paidOn: string | null
  /** The money came in again, whatever the status says. */
  isCredit: boolean
}

/** Why a row cannot be taken, else what it means. */
export function readRow(
  row: ImportRow,
  payout: { amountMinor: number },
): { refusal: string } | { outcome: 'paid' | 'unpaid' | 'pending' } {
  const outcome = outcomeOf(row.status)
  if (!outcome) return { refusal: 'This status is not known.' }
  if (row.amount !== null) {
    const minor = reportedAmount(row.amount)
    if (minor === null) return { refusal: 'This is not a valid amount.' }
    if (minor === 'ambiguous')
      return { refusal: 'This amount can be read in two ways: write it with its cents, as 1204.00.' }
    if (minor !== payout.amountMinor) return { refusal: 'The amount is not that of the payment.' }
  }
  return { outcome: row.isCredit ? 'unpaid' : outcome }
}
