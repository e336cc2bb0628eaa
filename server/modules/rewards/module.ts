import { sql } from 'kysely'
import * as gamification from '#contracts/gamification.endpoints.ts'
import { normalEmail } from '#rules/normal-email.ts'
import { invitationVersions } from '#server/modules/friends/public.ts'
import { shareVersions } from '#server/modules/shares/public.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { rewardExport } from './export-rewards.ts'
import { gamificationStatus } from './gamification-status.ts'
import { listOfRewards } from './list-of-rewards.ts'
import { momentRoutes, momentVersions } from './moments.ts'
import { listRewards } from './list-rewards.ts'
import { publicTotals } from './public-totals.ts'
import { streakCardRoute } from './streak-card.ts'

/** What a member claims themselves, and every reward together: on /gamification, on /rewards, in the totals. */
export function rewardsModule({ config, db, secret, sharePictures }: Platform): Module {
  const { publicOrigin, clickLimits } = config
  const hashAddress = (email: string) => secret.hash('left address', normalEmail(email))
  const deps = { publicOrigin, clickLimits, hashAddress }
  const totals = publicTotals()
  return {
    routes: [
      ...listOfRewards.flatMap((reward) => reward.routes?.(deps) ?? []),
      bind(gamification.getGamification, ({ db, actor }) => gamificationStatus(db, actor, deps)),
      bind(gamification.getPublicGamification, ({ db }) => totals(db)),
      bind(gamification.listRewards, ({ db, actor, query }) => listRewards(db, actor, query, deps)),
      ...momentRoutes(),
      streakCardRoute({ publicOrigin, sharePictures }),
    ],
    erase: [rewardErasure(db)],
    export: [rewardExport(db)],
    topicVersions: {
      moments: { by: 'uid', versions: momentVersions },
      rewards: {
        by: 'uid',
        versions: async (reader, uids) => {
          const [friends, shares] = [
            await invitationVersions(reader, uids),
            await shareVersions(reader, uids),
          ]
          const known = new Set([...friends.keys(), ...shares.keys()])
          return new Map([...known].map((uid) => [uid, `${friends.get(uid) ?? ''} ${shares.get(uid) ?? ''}`]))
        },
      },
    },
  }
}

/** Deletes a member's check-ins, freezes, time zones, badges and moments; what was granted stays in the ledger. */
export function rewardErasure(db: Db): MemberErasure {
  return {
    name: 'rewards',
    erase: async ({ party }) => {
      for (const table of ['check_in', 'streak_freeze', 'member_zone', 'streak', 'badge', 'moment'])
        await sql`delete from ${sql.table(table)} where party = ${party}`.execute(db)
    },
  }
}
