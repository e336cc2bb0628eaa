import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/**
 * Ends a member's unpaid invitations when their deletion is confirmed; paid ones stay as they are. The row stays under
 * the party, so that the other member still sees what their points were for.
 */
export function friendErasure(db: Db): MemberErasure {
  return {
    name: 'friends',
    onConfirmed: async (tx, { uid }) => {
      await sql`
        update friend_invitation set state = 'ended', look_again_at = null, decided_at = crels_now(),
          reason = case when friend_uid = ${uid} then 'friend_left' else 'inviter_left' end
        where (friend_uid = ${uid} or inviter_uid = ${uid}) and state in ('waiting', 'under_review')`.execute(
        tx,
      )
    },
    erase: async ({ uid, party }) => {
      await sql`update friend_invitation set friend_uid = ${party} where friend_uid = ${uid}`.execute(db)
      await sql`update friend_invitation set inviter_uid = ${party} where inviter_uid = ${uid}`.execute(db)
    },
  }
}
