import { sql } from 'kysely'
import type { MemberReach } from '#contracts/operator-members.schemas.ts'
import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import type { MemberOperations } from '#server/modules/identity/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'

/** What disabling a member touches: where they are signed in, and what of theirs works now. Throws `not_found`. */
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
        (select count(*) from link where owner_uid = ${uid} and removed_at is null and state = 'active') as links,
        (select count(*) from enrolment where uid = ${uid} and state = 'active') as campaigns,
        open.count as redemptions, open.usd_cents as "redemptionsUsdCents"
      from (
        select count(*) as count, coalesce(sum(usd_cents), 0)::bigint as usd_cents from redemption
        where party = ${member.party} and state in ('requested', 'approved', 'sending')) open`.execute(db),
  ])
  return { ...rows[0]!, sessions: sessions?.length ?? 0, crels: wallet.available + wallet.reserved }
}
