import { sql } from 'kysely'
import type { MemberStanding } from '#contracts/operator-review-shapes.ts'
import type { Db } from '#server/platform/database.ts'

/** What a member's conversions came to so far, how old the account is, and what they owe. */
export async function memberStanding(
  db: Db,
  { uid, party }: { uid: string | null; party: string | null },
): Promise<MemberStanding> {
  const { rows } = await sql<MemberStanding>`
    select sold.accepted, sold.rejected,
      (select floor(extract(epoch from crels_now() - m.created_at) / 86400)::int from member m where m.uid = ${uid})
        as "accountAgeDays",
      (select coalesce(-sum(d.posted), 0)::bigint from account d
       where d.party = ${party} and d.code = 'member.debt') as "debtCrels"
    from (
      select count(*) filter (where c.status = 'accepted')::int as accepted,
             count(*) filter (where c.status = 'rejected')::int as rejected
      from earning e join conversion c on c.id = e.conversion_id where e.uid = ${uid}) sold`.execute(db)
  return rows[0]!
}
