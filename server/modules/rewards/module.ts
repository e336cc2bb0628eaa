import * as gamification from '#contracts/gamification.endpoints.ts'
import * as rewards from '#contracts/rewards.endpoints.ts'
import { normalEmail } from '#rules/normal-email.ts'
import { invitationVersions } from '#server/modules/friends/public.ts'
import { shareVersions } from '#server/modules/shares/public.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { checkIn } from './check-in.ts'
import { checkInStatus } from './check-in-status.ts'
import { rewardErasure } from './erase-member.ts'
import { rewardExport } from './export-rewards.ts'
import { followPlatform } from './follow-platform.ts'
import { gamificationStatus } from './gamification-status.ts'
import { claimHolderPrize, holderPrizeStatus } from './holder-prize.ts'
import { listRewards } from './list-rewards.ts'
import { claimMonthly, monthlyClaimStatus } from './monthly-claim.ts'
import { publicTotals } from './public-totals.ts'

/** What a member claims themselves, and every reward together: on /gamification, on /rewards, in the totals. */
export function rewardsModule({ config, db, secret }: Platform): Module {
  const { publicOrigin, clickLimits } = config
  const hashAddress = (email: string) => secret.hash('left address', normalEmail(email))
  const deps = { publicOrigin, clickLimits, hashAddress }
  const totals = publicTotals()
  return {
    routes: [
      bind(rewards.dailyCheckIn, ({ actor, transaction }) => transaction((tx) => checkIn(tx, actor))),
      bind(rewards.getDailyCheckIn, ({ db, actor, query }) => checkInStatus(db, actor, query)),
      bind(rewards.monthlyClaim, ({ actor, transaction }) => transaction((tx) => claimMonthly(tx, actor))),
      bind(rewards.getMonthlyClaim, ({ db, actor }) => monthlyClaimStatus(db, actor)),
      bind(rewards.holderPrize, ({ actor, transaction }) => transaction((tx) => claimHolderPrize(tx, actor))),
      bind(rewards.getHolderPrize, ({ db, actor }) => holderPrizeStatus(db, actor)),
      bind(gamification.followPlatform, ({ transaction, actor, body }) =>
        transaction((tx) => followPlatform(tx, actor, body, deps)),
      ),
      bind(gamification.getGamification, ({ db, actor }) => gamificationStatus(db, actor, deps)),
      bind(gamification.getPublicGamification, ({ db }) => totals(db)),
      bind(gamification.listRewards, ({ db, actor, query }) => listRewards(db, actor, query, deps)),
    ],
    erase: [rewardErasure(db)],
    export: [rewardExport(db)],
    topicVersions: {
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
