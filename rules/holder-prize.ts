import type { Economy } from './economy.ts'
import { reachedTier } from './reward-tier.ts'
import { utcMonth } from './utc-months.ts'
import { dayMs } from './utc-date.ts'

/** What decides the holder prize; moments are milliseconds since 1970. */
export type HolderFacts = {
  now: number
  memberSince: number
  /** The lowest balance in the window, and since when the lowest tier has been reached; null when it is not. */
  crelsMin: number
  heldSince: number | null
  /** When the last prize was granted. */
  lastAt: number | null
}

export type HolderRefusal = 'claimed' | 'too_soon' | 'too_few_crels' | 'account_too_young'

/**
 * The tier to be paid, or why there is none and when there may be, at the earliest: null when now, or when it depends on
 * crels that the member does not hold yet.
 */
export type HolderOutcome = {
  tier: Economy['holderPrize']['tiers'][number] | null
  refusal: HolderRefusal | null
  nextAt: number | null
}

/**
 * The holder prize: once a month in UTC and some days after the last one, by the lowest balance over a window. An
 * account younger than the window had a balance of 0 before it existed (docs/economy.md, Points).
 */
export function holderOutcome(facts: HolderFacts, settings: Economy['holderPrize']): HolderOutcome {
  const { now, memberSince, crelsMin, heldSince, lastAt } = facts
  const window = settings.windowDays * dayMs
  const oldEnough = memberSince + window
  const tier = now < oldEnough ? null : reachedTier(settings.tiers, crelsMin, ({ crels }) => crels)
  const again = lastAt === null ? now : Math.max(utcMonth(lastAt, 1), lastAt + settings.againDays * dayMs)
  const reachedAt = heldSince === null ? null : Math.max(heldSince + window, oldEnough)
  if (lastAt !== null && now < again) {
    const refusal = utcMonth(lastAt) === utcMonth(now) ? 'claimed' : 'too_soon'
    return { tier, refusal, nextAt: tier ? again : reachedAt && Math.max(again, reachedAt) }
  }
  if (now < oldEnough) return { tier, refusal: 'account_too_young', nextAt: reachedAt ?? oldEnough }
  return tier ? { tier, refusal: null, nextAt: null } : { tier, refusal: 'too_few_crels', nextAt: reachedAt }
}
