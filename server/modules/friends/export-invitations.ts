import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'

/**
 * What a member takes away of invitations: how they came, and the status of those they invited, without their names.
 */
export function friendExport(db: Db): MemberExport {
  return {
    tables: ['friend_invitation', 'friend_completion'],
    parts: ({ uid }) => [
      shortList({
        name: 'invitations',
        about: m.friends_export_invitations(),
        columns: ['side', 'state', 'reason', 'acceptedAt', 'decidedAt', 'points'],
        read: async () => {
          const { rows } = await sql<InvitationCells>`
            select case when friend_uid = ${uid} then 'invited' else 'inviting' end as side, state, reason,
                   accepted_at as "acceptedAt", decided_at as "decidedAt",
                   case when friend_uid = ${uid} then friend_points else inviter_points end as points
            from friend_invitation where friend_uid = ${uid} or inviter_uid = ${uid} order by accepted_at`.execute(
            db,
          )
          return rows
        },
      }),
    ],
  }
}

interface InvitationCells {
  side: string
  state: string
  reason: string | null
  acceptedAt: Date
  decidedAt: Date | null
  points: number | null
}
