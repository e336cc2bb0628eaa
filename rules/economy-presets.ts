import { defaultEconomy, economyRows, type Economy, type EconomyRow } from './economy.ts'

/** Economies to begin with, from the one that gives least. */
export const ECONOMY_PRESETS = ['careful', 'balanced', 'generous'] as const
export type EconomyPreset = (typeof ECONOMY_PRESETS)[number]

type Settings = { [Part in keyof Economy]?: Partial<Economy[Part]> }

const half = (points: number) => Math.floor(points / 2)
const twice = (points: number) => points * 2

/** Every reward and limit that presets differ in, each reward through `by`. */
function rewards(by: (points: number) => number): Settings {
  const { checkIn, monthlyClaim, holderPrize, friendInvitation, socialFollow, socialShare, seasonPrize } =
    defaultEconomy
  return {
    checkIn: {
      basePoints: by(checkIn.basePoints),
      stepPoints: by(checkIn.stepPoints),
      bonusPoints: by(checkIn.bonusPoints),
    },
    monthlyClaim: { tiers: monthlyClaim.tiers.map((tier) => ({ ...tier, points: by(tier.points) })) },
    holderPrize: { tiers: holderPrize.tiers.map((tier) => ({ ...tier, points: by(tier.points) })) },
    friendInvitation: {
      inviterPoints: by(friendInvitation.inviterPoints),
      friendPoints: by(friendInvitation.friendPoints),
    },
    socialFollow: { points: by(socialFollow.points) },
    socialShare: { points: by(socialShare.points) },
    seasonPrize: { ranks: seasonPrize.ranks.map((row) => ({ ...row, points: by(row.points) })) },
  }
}

function merge(one: Settings, other: Settings): Settings {
  const parts = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof Economy)[])
  return Object.fromEntries([...parts].map((part) => [part, { ...one[part], ...other[part] }]))
}

const presets: Record<EconomyPreset, Settings> = {
  // Until it is known who comes: half the points, few invitations that pay, and payouts from $50 after three days.
  careful: merge(rewards(half), {
    friendInvitation: { paidMonthlyMax: 10 },
    socialShare: { paidDailyMax: 1 },
    redemption: { netUsdCentsMin: 5_000, firstDestinationHours: 72 },
  }),
  balanced: merge(
    rewards((points) => points),
    {
      friendInvitation: { paidMonthlyMax: defaultEconomy.friendInvitation.paidMonthlyMax },
      socialShare: { paidDailyMax: defaultEconomy.socialShare.paidDailyMax },
      redemption: {
        netUsdCentsMin: defaultEconomy.redemption.netUsdCentsMin,
        firstDestinationHours: defaultEconomy.redemption.firstDestinationHours,
      },
    },
  ),
  // To grow: twice the points, and payouts from $10.
  generous: merge(rewards(twice), {
    friendInvitation: { paidMonthlyMax: 100 },
    socialShare: { paidDailyMax: 5 },
    redemption: { netUsdCentsMin: 1_000, firstDestinationHours: 24 },
  }),
}

/**
 * What a preset sets: the same settings in each, so that another one replaces it whole. It leaves alone what is the
 * operator's own or the law's: platforms, levels, ages, countries and tax.
 */
export function presetSettings(preset: EconomyPreset): EconomyRow[] {
  return economyRows(presets[preset] as Economy)
}
