import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'
import { badgesOf } from './badge-queries.ts'

/** What a member takes away of invitations: how they came, and how those stand whom they invited, without their names. */
export function friendExport(db: Db): MemberExport {
  return {
    tables: ['friend_invitation', 'reward_count', 'badge'],
    parts: ({ uid, party }) => [
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
      shortList({
        name: 'reward-limits',
        about: m.friends_export_limits(),
        columns: ['program', 'period', 'paid'],
        read: async () => {
          const { rows } = await sql<{ program: string; period: string; paid: number }>`
            select program, period, paid from reward_count where party = ${party} order by period, program`.execute(
            db,
          )
          return rows
        },
      }),
      shortList({
        name: 'badges',
        about: m.gamification_export_badges(),
        columns: ['badge', 'earnedAt'],
        read: async () => [...(await badgesOf(db, party))].map(([badge, earnedAt]) => ({ badge, earnedAt })),
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
