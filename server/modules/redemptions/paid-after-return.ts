import { sql } from 'kysely'
import { payoutReference } from '#rules/payout-file.ts'
import type { Tx } from '#server/platform/database.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/** A payment as a report has it: of which attempt of a run, null of a payment by itself. */
interface ReportedPayment {
  reference: string
  attempt: number | null
  /** `YYYY-MM-DD`; null where the report names no day. */
  paidOn: string | null
}

/**
 * Whether what says that a returned redemption was paid is about the payment that came back. It is where a report, or the
 * provider, had said paid before, and this one names neither a later day nor another payment than that. What a person alone
 * had said was paid, and came back, is no payment that a report knew: the first that does is another word than theirs. In
 * doubt it is said to be another payment: a person who looks for nothing costs less than a member who has both.
 */
export async function isPaymentThatCameBack(
  tx: Tx,
  { id, provider }: Pick<RedemptionRow, 'id' | 'provider'>,
  { reference, attempt, paidOn }: ReportedPayment,
): Promise<boolean> {
  // What a file calls a payment names each payment by that file.
  const named = attempt === null ? '' : payoutReference(id, attempt)
  const { rows } = await sql`
    with twice as (
      select detail as reference, coalesce(paid_on, (said_at at time zone 'UTC')::date) as paid_on from payout_mismatch
      where redemption_id = ${id} and said = 'twice' and attempt = ${attempt}::int
    ), known as (
      -- One that the member kept, and that counted since, is known by the report that said so.
      select reference, paid_on from twice
      union all
      select reference, paid_on from redemption where id = ${id} and not exists (select from twice)
        -- Of another attempt than the one that it was paid with it knows nothing.
        and (${attempt}::int is null or exists (
          select from payout p where p.redemption_id = ${id} and p.state <> 'left_out'
            and coalesce(p.paid_attempt, p.attempt) = ${attempt}::int))
    )
    select from known
    where (reference = ${reference} or ${named} in (reference, ${reference}))
      and (${paidOn}::date is null or ${paidOn}::date <= paid_on)
      and (exists (select from payout p
                   where p.redemption_id = ${id} and p.state <> 'left_out'
                     -- In a run nobody says that it was paid but who looked after a restore.
                     and (p.paid_attempt is not null
                       or not exists (select from restored_payout w where w.redemption_id = p.redemption_id)))
        or exists (select from redemption_event e
                   where e.redemption_id = ${id} and e.state = 'paid' and e.author = ${provider}))
    limit 1`.execute(tx)
  return rows.length > 0
}
