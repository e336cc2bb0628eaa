import { sql, type RawBuilder } from 'kysely'
import type { AlikeMember } from '#contracts/operator-shapes.ts'
import type { Db } from '#server/platform/database.ts'

/** How many are named. */
const namedMax = 10

/** Members who used a device of another's, or are, or were, paid to the same place: those of both first, ten at most. */
export async function membersAlike(db: Db, uid: string): Promise<AlikeMember[]> {
  const { rows } = await sql<{ alike: AlikeMember[] }>`select ${alikeOf(sql`${uid}`)} as alike`.execute(db)
  return rows[0]!.alike
}

/** The same as one value of a row whose member `uid` names. */
export function alikeOf(uid: RawBuilder<unknown>): RawBuilder<unknown> {
  // Of a shared address there may be many: 100 of each kind are looked at.
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', q.uid, 'name', q.name, 'isOnDevice', q.is_on_device,
      'isPaidThere', q.is_paid_there) order by q.kinds desc, q.uid), '[]')
    from (
      select a.uid, coalesce(m.full_name, m.display_name) as name, bool_or(a.is_device) as is_on_device,
        bool_or(not a.is_device) as is_paid_there, count(*) as kinds
      from (
        (select distinct other.uid, true as is_device from member_visitor one join member_visitor other using (visitor)
         where one.uid = ${uid} and other.uid <> ${uid} limit 100)
        union all
        (select distinct other.uid, false from payout_destination one join payout_destination other using (payee)
         where one.uid = ${uid} and other.uid <> ${uid} limit 100)
      ) a left join member m on m.uid = a.uid
      group by a.uid, 2 order by kinds desc, a.uid limit ${namedMax}) q)`
}
