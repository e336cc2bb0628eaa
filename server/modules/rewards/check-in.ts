import type { CheckedIn } from '#contracts/rewards.schemas.ts'
import { afterCheckIn, checkInOutcome, freezesLeft, nextCheckInAt, periodAt } from '#rules/check-in.ts'
import { lotExpiresAt } from '#rules/point-lot.ts'
import { m } from '#messages'
import { requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances, grantAward } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { refuseReward } from '#server/modules/points/public.ts'
import { settleInvitation } from '#server/modules/friends/public.ts'
import { streakFacts, writeCheckIn } from './streak-queries.ts'
import { lockRewards } from '#server/modules/points/public.ts'

/** What the ledger and the history call it. */
export const checkInProgram = 'daily-check-in'

/**
 * Takes today, where the member is by the database's clock, once: whoever comes at the same time waits for the streak's
 * row and finds it taken. Throws `already_granted`, and `reward_too_soon` after a change of the time zone.
 */
export async function checkIn(tx: Tx, actor: Pick<MemberActor, 'uid' | 'party'>): Promise<CheckedIn> {
  const { timeZone } = await requireActing(tx, actor.uid)
  const { party } = actor
  const { checkIn: settings, points: lots } = await currentEconomy(tx)
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
  const granted = outcome.points + bonusPoints
  const at = new Date(now)
  const expiresAt = new Date(lotExpiresAt(now, lots.expireMonths))
  const { txnId } = await grantAward(tx, {
    party,
    program: checkInProgram,
    period: date,
    points: granted,
    effectiveAt: at,
    expiresAt,
  })
  const { zone } = periodAt(streak.zones, now)
  await writeCheckIn(tx, party, { ...outcome, at, zone, txnId })
  // It may be the last thing that an invitation waited for.
  await settleInvitation(tx, { friendUid: actor.uid })
  const after = afterCheckIn(streak, outcome, now)
  return {
    granted,
    balance: (await balances(tx, party)).points,
    nextAt: new Date(nextCheckInAt(after, now, settings)).toISOString(),
    date,
    streak: days,
    longestStreak: Math.max(streak.longest, days),
    bonusPoints,
    frozenDates: freezes.map((freeze) => freeze.date),
    freezes: freezesLeft(after, date, settings),
  }
}
