import { sql } from 'kysely'
import type { RedemptionTerms } from '#contracts/redemptions.schemas.ts'
import type { Db } from '#server/platform/database.ts'

/** Fewer would be an accident, and would say when somebody was paid. */
const paidMin = 5
const membersMin = 3

/**
 * What redemptions take: three of four of the last 200 that were paid within 90 days were approved and paid at least
 * this fast, in whole hours begun. Null where too few were paid.
 */
export async function typicalPayout(db: Db): Promise<RedemptionTerms['typical']> {
  const { rows } = await sql<{ paid: number; members: number; approvedHours: number; paidHours: number }>`
    with lately as (
      select r.party, r.state_at - r.requested_at as paid_after,
             (select min(e.at) from redemption_event e where e.redemption_id = r.id and e.state = 'approved')
               - r.requested_at as approved_after
      from redemption r
      where r.state = 'paid' and r.state_at > crels_now() - interval '90 days'
      order by r.state_at desc limit 200
    )
    select count(*)::int as paid, count(distinct party)::int as members,
           greatest(1, ceil(extract(epoch from percentile_cont(0.75) within group (order by approved_after)) / 3600))::int
             as "approvedHours",
           greatest(1, ceil(extract(epoch from percentile_cont(0.75) within group (order by paid_after)) / 3600))::int
             as "paidHours"
    from lately`.execute(db)
  const { paid, members, approvedHours, paidHours } = rows[0]!
  return paid < paidMin || members < membersMin ? null : { approvedHours, paidHours }
}
