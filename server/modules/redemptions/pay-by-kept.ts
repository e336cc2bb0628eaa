import { sql } from 'kysely'
import { authorOf, memberWithReason, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { KeptBeside } from './paid-twice.ts'
import { endMismatch } from './payout-mismatches.ts'
import type { RedemptionRow } from './redemption-queries.ts'
import { possibleDay } from './settle-redemption.ts'

/**
 * The attempt that the member keeps is the payment of a locked redemption from now on, as `payout.paid_attempt` has it: the
 * reference and the day are those of its report, and the year of taxes with them. Where that names no day, or one that cannot
 * be, the day stays. What waited of the other one's return ends: it is of no payment that counts any more. The log has what it
 * was and what it is. Throws `forbidden` for the member themselves.
 */
export async function payByKept(
  tx: Tx,
  actor: OperatorActor,
  row: RedemptionRow,
  { counted, kept, reference, ...said }: KeptBeside,
): Promise<void> {
  const { id, uid, state } = row
  const paidOn = (await possibleDay(tx, row, said.paidOn)) ?? row.paidOn
  await operate(tx, actor, {
    action: 'redemption.paid',
    target: id,
    before: { state, attempt: counted, reference: row.reference, paidOn: row.paidOn },
    after: { state, attempt: kept, reference, paidOn },
    member: memberWithReason(uid, null, undefined),
  })
  await sql`update redemption set reference = ${reference}, paid_on = ${paidOn}::date where id = ${id}`.execute(
    tx,
  )
  await endMismatch(tx, id, authorOf(actor))
}
