import * as rewards from '#contracts/rewards.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import {
  grantBoost,
  grantPoints,
  lockRewards,
  refuseReward,
  type Reward,
} from '#server/modules/points/public.ts'
import { checkInStatus } from './check-in-status.ts'
import type { CheckedIn } from '#contracts/rewards.schemas.ts'
import { afterCheckIn, checkInOutcome, freezesLeft, nextCheckInAt, periodAt } from '#rules/check-in.ts'
import { m } from '#messages'
import { requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { settleInvitation } from '#server/modules/friends/public.ts'
import { checkInsOf, streakFacts, writeCheckIn } from './streak-queries.ts'

const program = 'daily-check-in'

/** The points of a day, more with the streak. */
export const checkInReward = {
  programs: [program],
  routes: () => [
    bind(rewards.dailyCheckIn, ({ actor, transaction }) => transaction((tx) => checkIn(tx, actor))),
    bind(rewards.getDailyCheckIn, ({ db, actor, query }) => checkInStatus(db, actor, query)),
  ],
  status: async (db, member) => {
    const { isCheckedIn, nextAt, next, streak, longestStreak } = await checkInStatus(db, member)
    const points = next.points + next.bonusPoints
    return {
      view: { dailyCheckIn: { isCheckedIn, points, nextAt } },
      streak: { days: streak, longest: longestStreak },
      next: { checkIn: nextAt === null ? points : null },
      claimable: nextAt === null ? [{ reward: program, points, platform: null, until: null }] : [],
      pending:
        nextAt === null
          ? []
          : [
              {
                reward: program,
                points,
                reason: isCheckedIn ? 'checked_in' : 'zone_changed',
                until: nextAt,
                name: null,
              },
            ],
    }
  },
  describe: async (db, grants) =>
    new Map(
      (
        await checkInsOf(
          db,
          grants.map(({ transactionId }) => transactionId),
        )
      ).map(({ transactionId, ...checkIn }) => [transactionId, { type: 'check-in', ...checkIn }]),
    ),
} satisfies Reward

/**
 * Takes today, where the member is by the database's clock, once: a concurrent request waits
 * for the lock. Throws `already_granted`, and `reward_too_soon` after a change of the time zone.
 */
export async function checkIn(tx: Tx, actor: Pick<MemberActor, 'uid' | 'party'>): Promise<CheckedIn> {
  const { timeZone } = await requireActing(tx, actor.uid)
  const { party } = actor
  const {
    checkIn: settings,
    points: { expireMonths },
  } = await currentEconomy(tx)
  await lockRewards(tx, party)
  const streak = await streakFacts(tx, party, timeZone)
  const { now } = streak
  const outcome = checkInOutcome(streak, now, settings)
  const { zoneChangeHours: hours } = settings
  if (outcome.refusal)
    throw outcome.refusal === 'taken'
      ? await refuseReward(tx, party, 'already_granted', m.server_check_in_taken(), outcome.nextAt)
      : await refuseReward(
          tx,
          party,
          'reward_too_soon',
          m.server_check_in_too_soon({ hours }),
          outcome.nextAt,
        )

  const { date, days, bonusPoints, freezes } = outcome
  const points = outcome.points + bonusPoints
  const at = new Date(now)
  const { txnId } = await grantPoints(tx, { party, program, period: date, points, at, expireMonths })
  const boostPoints = await grantBoost(tx, { party, program, period: date, points, expireMonths })
  const { zone } = periodAt(streak.zones, now)
  await writeCheckIn(tx, party, { ...outcome, at, zone, txnId })
  const frozenDates = freezes.map((freeze) => freeze.date)
  if (frozenDates.length > 0)
    await notifyMembers(tx, [actor.uid], { kind: 'freeze_used', facts: { date, frozenDates, streak: days } })
  // It may be the last thing that an invitation waited for.
  await settleInvitation(tx, { friendUid: actor.uid })
  const after = afterCheckIn(streak, outcome, now)
  return {
    granted: points + boostPoints,
    balance: (await balances(tx, party)).points,
    nextAt: new Date(nextCheckInAt(after, now, settings)).toISOString(),
    date,
    streak: days,
    longestStreak: Math.max(streak.longest, days),
    bonusPoints,
    boostPoints,
    frozenDates,
    freezes: freezesLeft(after, date, settings),
  }
}
