import * as rewards from '#contracts/rewards.endpoints.ts'
import { dayMs } from '#rules/utc-date.ts'
import { bind } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { describeMonth } from './describe-month.ts'
import { grantPoints, lockRewards, refuseReward, type Reward } from '#server/modules/points/public.ts'
import type { HolderPrizeStatus, PaidReward } from '#contracts/rewards.schemas.ts'
import { holderOutcome } from '#rules/holder-prize.ts'
import { utcMonthName } from '#rules/utc-months.ts'
import { m } from '#messages'
import { memberProfile, requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances, minimumBalance } from '#server/modules/ledger/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import type { Problem } from '#server/platform/http/problems.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import { grantedAward, lastAwardAt } from '#server/modules/ledger/public.ts'

const program = 'holder-prize'

/** The points of a month, by the lowest balance of the last days. */
export const holderReward = {
  programs: [program],
  routes: () => [
    bind(rewards.holderPrize, ({ actor, transaction }) => transaction((tx) => claimHolderPrize(tx, actor))),
    bind(rewards.getHolderPrize, ({ db, actor }) => holderPrizeStatus(db, actor)),
  ],
  status: async (db, member) => {
    const { tier, tiers, refusal, crelsMin, windowDays, nextAt } = await holderPrizeStatus(db, member)
    const points = tier?.points ?? null
    return {
      view: {
        holderPrize: {
          points,
          refusal,
          crelsMin,
          crelsNeeded: tiers[0]?.crels ?? null,
          windowDays,
          nextAt,
        },
      },
      next: { holderPrize: refusal === null ? points : null },
      claimable:
        refusal === null && points !== null ? [{ reward: program, points, platform: null, until: null }] : [],
      pending: refusal ? [{ reward: program, points, reason: refusal, until: nextAt, name: null }] : [],
    }
  },
  describe: describeMonth,
} satisfies Reward

type Actor = Pick<MemberActor, 'uid' | 'party'>

/** A member's lowest balance over the window, what it is worth this month (UTC), or why nothing. */
export async function holderPrizeStatus(db: Db, { uid, party }: Actor): Promise<HolderPrizeStatus> {
  const { holderPrize } = await currentEconomy(db)
  const { windowDays, tiers } = holderPrize
  const profile = await memberProfile(db, uid)
  const now = await databaseNow(db)
  const since = new Date(now.getTime() - windowDays * dayMs)
  const held = await minimumBalance(db, { party, since, enough: tiers[0]?.crels ?? 0 })
  const lastAt = await lastAwardAt(db, party, program)
  const outcome = holderOutcome(
    {
      now: now.getTime(),
      memberSince: (profile?.createdAt ?? now).getTime(),
      crelsMin: held.min,
      heldSince: held.enoughSince?.getTime() ?? null,
      lastAt: lastAt?.getTime() ?? null,
    },
    holderPrize,
  )
  const month = utcMonthName(now.getTime())
  return {
    month,
    crelsMin: outcome.refusal === 'account_too_young' ? 0 : held.min,
    windowDays,
    crelsNow: held.now,
    tiers: [...tiers],
    tier: outcome.tier,
    heldSince: held.enoughSince?.toISOString() ?? null,
    claimed: await grantedAward(db, party, program, month),
    refusal: outcome.refusal,
    nextAt: outcome.nextAt === null ? null : new Date(outcome.nextAt).toISOString(),
  }
}

/** Claims the holder prize, once a month. Throws `already_granted`, `reward_too_soon` and `reward_not_eligible`. */
export async function claimHolderPrize(tx: Tx, actor: Actor): Promise<PaidReward> {
  await requireActing(tx, actor.uid)
  await lockRewards(tx, actor.party)
  const status = await holderPrizeStatus(tx, actor)
  if (status.refusal) throw await refusalOf(tx, actor, status)
  const { party } = actor
  const granted = status.tier!.points
  const award = { party, program, period: status.month, points: granted, at: await databaseNow(tx) } as const
  if (!(await grantPoints(tx, award)).granted) throw problem('conflict')
  const { nextAt } = await holderPrizeStatus(tx, actor)
  return { granted, balance: (await balances(tx, party)).points, nextAt }
}

async function refusalOf(tx: Tx, { party }: Actor, status: HolderPrizeStatus): Promise<Problem> {
  const { refusal, tiers, windowDays: days } = status
  const nextAt = status.nextAt === null ? null : Date.parse(status.nextAt)
  const refuse = async (code: Parameters<typeof refuseReward>[2], detail: string) =>
    await refuseReward(tx, party, code, detail, nextAt)
  switch (refusal) {
    case 'claimed':
      return await refuse('already_granted', m.server_holder_prize_claimed())
    case 'too_soon': {
      const { holderPrize } = await currentEconomy(tx)
      return await refuse('reward_too_soon', m.server_holder_prize_too_soon({ days: holderPrize.againDays }))
    }
    case 'account_too_young':
      return await refuse('reward_not_eligible', m.server_holder_prize_too_young({ days }))
    default:
      return await refuse(
        'reward_not_eligible',
        m.server_holder_prize_too_few({
          crels: grouped(tiers[0]?.crels ?? 0),
          days,
        }),
      )
  }
}
