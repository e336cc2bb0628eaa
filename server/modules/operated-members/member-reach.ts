import { sql } from 'kysely'
import type { MemberReach } from '#contracts/operator-members.schemas.ts'
import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import type { MemberOperations } from '#server/modules/identity/public.ts'
import { worksForOwner } from '#server/modules/shortlinks/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'

/** A payment of a run that came back is on its way no more: the next file holds it back as one that was never sent. */
const isSent = sql`
  r.state = 'sending' and not exists (
    select from payout p where p.redemption_id = r.id and p.state in ('exception', 'retry'))`

/**
 * What disabling a member touches, or enabling gives back: where they are signed in, and what of theirs works but for that.
 * Throws `not_found`.
 */
export async function memberReach(
  db: Db,
  actor: OperatorActor,
  { uid }: { uid: string },
  members: MemberOperations,
): Promise<MemberReach> {
  const member = requirePresent(await findMember(db, uid))
  const [{ sessions }, wallet, { rows }] = await Promise.all([
    members.show(actor, uid),
    balances(db, member.party),
    sql<Omit<MemberReach, 'sessions' | 'crels'>>`
      select
        (select count(*) from link where owner_uid = ${uid} and state = 'active' and ${worksForOwner}) as links,
        (select count(*) from enrolment where uid = ${uid} and state = 'active') as campaigns,
        (select count(*) from shop_order where party = ${member.party} and state = 'placed') as orders,
        open.*
      from (
        select count(*) as redemptions, coalesce(sum(usd_cents), 0)::bigint as "redemptionsUsdCents",
          count(*) filter (where ${isSent}) as "sentRedemptions",
          coalesce(sum(usd_cents) filter (where ${isSent}), 0)::bigint as "sentRedemptionsUsdCents"
        from redemption r
        where party = ${member.party} and state in ('requested', 'approved', 'sending')) open`.execute(db),
  ])
  return { ...rows[0]!, sessions: sessions?.length ?? 0, crels: wallet.available + wallet.reserved }
}
