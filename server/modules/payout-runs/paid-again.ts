import { sql } from 'kysely'
import { reportedAmount } from '#rules/payout-result.ts'
import type { Tx } from '#server/platform/database.ts'

/** What a row of a report says of a payment. */
export interface SaidOfPayment {
  reference: string
  /** What its provider or bank calls it; empty where the report has no such name. */
  payment: string
  amount: string
  /** That it was paid, that it came back, or neither. */
  said: 'paid' | 'back' | null
}

/**
 * Which rows of a report say that the same payment of a run was made once more: by their places. The same file was handed to
 * the bank twice, or the bank took one twice. Within a report one reference has one name, and one more for each time that
 * it came back; between reports PayPal's and the bank's differ. A row whose amount is not that of the payment, such as a
 * fee, is no payment.
 */
export async function paidAgain(
  tx: Tx,
  runId: string,
  rows: readonly SaidOfPayment[],
): Promise<ReadonlySet<number>> {
  const places = Map.groupBy(rows.keys(), (place) => rows[place]!.reference)
  const several = [...places].filter(([, of]) => namesOf(of.map((place) => rows[place]!)).size > 1)
  if (several.length === 0) return new Set()
  const { rows: lines } = await sql<{ reference: string; amountMinor: number }>`
    select l.reference, p.amount_minor as "amountMinor"
    from payout_line l join payout p using (run_id, redemption_id)
    where l.run_id = ${runId} and l.reference = any (${several.map(([reference]) => reference)})`.execute(tx)
  const amounts = new Map(lines.map(({ reference, amountMinor }) => [reference, amountMinor]))
  const again = several.flatMap(([reference, of]) => {
    const amountMinor = amounts.get(reference)
    if (amountMinor === undefined) return []
    const taken = of.filter((place) => isOf(rows[place]!, amountMinor))
    const back = taken.filter((place) => rows[place]!.said === 'back').length
    const names = [...namesOf(taken.map((place) => rows[place]!))]
    const surplus = new Set(names.slice(back + 1))
    return taken.filter((place) => rows[place]!.said === 'paid' && surplus.has(rows[place]!.payment))
  })
  return new Set(again)
}

/** The names of the payments that rows say were made, in their order. */
function namesOf(rows: readonly SaidOfPayment[]): Set<string> {
  return new Set(rows.flatMap(({ said, payment }) => (said === 'paid' && payment !== '' ? [payment] : [])))
}

function isOf({ said, amount }: SaidOfPayment, amountMinor: number): boolean {
  // A bank takes its fee off what it sends back.
  return said === 'back' || amount === '' || reportedAmount(amount) === amountMinor
}
