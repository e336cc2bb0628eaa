import { utcMonth } from './utc-months.ts'
import { dayMs } from './utc-date.ts'

/** Why a member may buy no crels, or no more: the first of what stands in the way. */
export const PACK_REFUSALS = [
  'off',
  'profile_incomplete',
  'account_age',
  'month_budget',
  'member_month',
  'earnings',
] as const
export type PackRefusal = (typeof PACK_REFUSALS)[number]

export type PackFacts = {
  readonly isProfileComplete: boolean
  /** Milliseconds since 1970. */
  readonly joinedAt: number
  /** Crels that packs paid this month (UTC): over all members, and to this one. */
  readonly monthCrels: number
  readonly memberMonthCrels: number
  /** Crels that packs ever paid this member, and that campaigns did, less what was taken back. */
  readonly lifetimePackCrels: number
  readonly lifetimeEarnedCrels: number
}

export type PackSettings = {
  readonly packMonthlyCrelsMax: number
  readonly packMemberMonthlyCrelsMax: number
  readonly packAccountDays: number
}

/** How many crels of packs a member may buy now, what bounds them, and until when (milliseconds; null: for good). */
export type PackAllowance = {
  readonly crelsLeft: number
  /** What the next crel beyond would be refused for. */
  readonly boundBy: PackRefusal
  readonly until: number | null
}

/** What a member may still buy of packs. */
export function packAllowance(facts: PackFacts, settings: PackSettings, now: number): PackAllowance {
  const nextMonth = utcMonth(now, 1)
  if (settings.packMonthlyCrelsMax === 0) return { crelsLeft: 0, boundBy: 'off', until: null }
  if (!facts.isProfileComplete) return { crelsLeft: 0, boundBy: 'profile_incomplete', until: null }
  const oldEnoughAt = facts.joinedAt + settings.packAccountDays * dayMs
  if (now < oldEnoughAt) return { crelsLeft: 0, boundBy: 'account_age', until: oldEnoughAt }
  const bounds: readonly [PackRefusal, number, number | null][] = [
    ['month_budget', settings.packMonthlyCrelsMax - facts.monthCrels, nextMonth],
    ['member_month', settings.packMemberMonthlyCrelsMax - facts.memberMonthCrels, nextMonth],
    ['earnings', facts.lifetimeEarnedCrels - facts.lifetimePackCrels, null],
  ]
  const [boundBy, left, until] = bounds.toSorted(([, one], [, other]) => one - other)[0]!
  return { crelsLeft: Math.max(0, left), boundBy, until }
}
