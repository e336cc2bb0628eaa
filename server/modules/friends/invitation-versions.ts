import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/**
 * How members' invitations stand: a text for each member that differs after every step of an invitation, also one that
 * moves no balance. Each act of a friend has their invitation looked at, which sets when that happens again.
 */
export async function invitationVersions(db: Db, uids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ uid: string; version: string }>`
    select uid, string_agg(part, '-' order by part) as version
    from (
      select inviter_uid as uid,
             concat_ws('.', 'friends', count(*), count(*) filter (where state = 'waiting'),
               count(*) filter (where state = 'under_review'), count(*) filter (where state = 'paid'),
               (extract(epoch from max(look_again_at)) * 1000)::bigint) as part
      from friend_invitation where inviter_uid = any (${uids}) group by 1
      union all
      select friend_uid, concat_ws('.', 'invited', state, reason)
      from friend_invitation where friend_uid = any (${uids})
    ) parts
    group by uid`.execute(db)
  return new Map(rows.map(({ uid, version }) => [uid, version]))
}
