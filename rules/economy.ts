import type { TaxRegime } from './tax-profile.ts'

/**
 * What everything in the points economy is worth and how often it may be had: the settings an operator changes while
 * the site runs, and what they are until then. Each is whole; points and crels are whole units, `bps` is hundredths of
 * a percent. Source: docs/economy.md.
 */
export type Economy = {
  points: {
    /** Points of a lot are gone this many months after they were earned. */
    expireMonths: number
    /** How long before that the member is notified. */
    noticeDays: number
  }
  checkIn: {
    basePoints: number
    /** More for each day of the streak after the first, `stepsMax` times at most. */
    stepPoints: number
    stepsMax: number
    /** Added on every day of the streak that `bonusEveryDays` divides. */
    bonusPoints: number
    bonusEveryDays: number
    /** Freezes given each month; they do not carry over. */
    monthlyFreezes: number
    /** Bought freezes a member may hold. */
    boughtFreezesMax: number
    /** Between the last check-in and the first after the time zone changed. */
    zoneChangeHours: number
    /** Between two changes of the time zone. */
    zoneChangeDays: number
  }
  monthlyClaim: {
    /** By check-ins in the month before, the fewest first. */
    tiers: readonly { readonly checkIns: number; readonly points: number }[]
  }
  holderPrize: {
    /** By the lowest balance in the window, the lowest first. */
    tiers: readonly { readonly crels: number; readonly points: number }[]
    windowDays: number
    /** At least this long after the last one. */
    againDays: number
  }
  friendInvitation: {
    inviterPoints: number
    friendPoints: number
    /** Dates on which the friend has checked in before both are paid. */
    checkIns: number
    /** How long after signing up a friend may name who invited them. */
    withinDays: number
    paidMonthlyMax: number
  }
  socialFollow: {
    points: number
    /** What a member can follow, each once; `url` is null until the operator fills it in, and pays nothing until then. */
    platforms: readonly { readonly platform: string; readonly url: string | null }[]
  }
  socialShare: {
    points: number
    /** Countable clicks of different visitors before a share is paid. */
    uniqueClicks: number
    /** How long after sharing visitors are counted. */
    openDays: number
    paidDailyMax: number
  }
  seasonPrize: {
    /** By place: the first row that reaches it pays. */
    ranks: readonly { readonly toRank: number; readonly points: number }[]
    /** How long a frozen ranking waits before its prizes are paid, unless an operator approves it sooner. */
    reviewDays: number
  }
  levels: {
    /** Points earned in a lifetime at which each level begins; the first is 0. */
    fromPoints: readonly number[]
  }
  redemption: {
    netUsdCentsMin: number
    quoteMinutes: number
    cancelsMax: number
    cancelsDays: number
    firstDestinationHours: number
    changedDestinationHours: number
    /** After a new password or address. */
    accountChangeHours: number
    /** Years that a member must be old to be paid dollars. */
    minimumAge: number
    /** Countries of residence, ISO 3166-1 alpha-2, whose members are paid nothing. */
    blockedCountries: readonly string[]
  }
  tax: {
    /** By whose law members are asked for a tax form before they are paid. */
    regime: TaxRegime
    /** What a member may be paid in a calendar year (UTC) before one is needed. */
    thresholdUsdCents: number
    /** Whole years after the last year with a payout for which the form of a member who left is kept. */
    keepYears: number
  }
  shop: {
    crelsPackPoints: number
    /** Crels that packs may pay in a month over all members; 0 is off. */
    packMonthlyCrelsMax: number
    packMemberMonthlyCrelsMax: number
    packAccountDays: number
    /** How long a boost runs, and the most points that it adds. */
    boostHours: number
    boostPointsMax: number
  }
}

/** The economy of a site whose operator has set nothing. */
export const defaultEconomy: Economy = {
  points: { expireMonths: 12, noticeDays: 30 },
  checkIn: {
    basePoints: 10,
    stepPoints: 5,
    stepsMax: 6,
    bonusPoints: 50,
    bonusEveryDays: 7,
    monthlyFreezes: 1,
    boughtFreezesMax: 2,
    zoneChangeHours: 12,
    zoneChangeDays: 30,
  },
  monthlyClaim: {
    tiers: [
      { checkIns: 5, points: 100 },
      { checkIns: 15, points: 200 },
      { checkIns: 25, points: 400 },
    ],
  },
  holderPrize: {
    tiers: [
      { crels: 100, points: 20 },
      { crels: 1_000, points: 100 },
      { crels: 10_000, points: 500 },
    ],
    windowDays: 30,
    againDays: 28,
  },
  friendInvitation: {
    inviterPoints: 200,
    friendPoints: 100,
    checkIns: 7,
    withinDays: 30,
    paidMonthlyMax: 50,
  },
  socialFollow: {
    points: 50,
    platforms: ['instagram', 'x', 'youtube'].map((platform) => ({ platform, url: null })),
  },
  socialShare: { points: 30, uniqueClicks: 3, openDays: 7, paidDailyMax: 3 },
  seasonPrize: {
    ranks: [
      { toRank: 1, points: 2_000 },
      { toRank: 3, points: 1_000 },
      { toRank: 10, points: 500 },
    ],
    reviewDays: 3,
  },
  levels: { fromPoints: [0, 250, 750, 1_500, 3_000, 6_000, 12_000, 25_000, 50_000, 100_000] },
  redemption: {
    netUsdCentsMin: 2_000,
    quoteMinutes: 10,
    cancelsMax: 2,
    cancelsDays: 30,
    firstDestinationHours: 24,
    changedDestinationHours: 168,
    accountChangeHours: 48,
    minimumAge: 18,
    blockedCountries: [],
  },
  tax: { regime: 'off', thresholdUsdCents: 200_000, keepYears: 5 },
  shop: {
    crelsPackPoints: 100,
    packMonthlyCrelsMax: 0,
    packMemberMonthlyCrelsMax: 50,
    packAccountDays: 60,
    boostHours: 24,
    boostPointsMax: 100,
  },
}

type NumberOf<Part> = {
  [Name in keyof Part as Part[Name] extends number ? Name : never]: readonly [number, number]
}

const points = [0, 1_000_000] as const
const crels = [0, 1_000_000_000] as const

/**
 * The least and the most that each number of the settings may be. They keep a slip of the pen from becoming a debt: they
 * are wide, not advice. What the lists may be is in the economy module.
 */
export const economyBounds: { [Part in keyof Economy]: NumberOf<Economy[Part]> } = {
  points: { expireMonths: [1, 120], noticeDays: [1, 90] },
  checkIn: {
    basePoints: [1, 100_000],
    stepPoints: points,
    stepsMax: [0, 365],
    bonusPoints: points,
    bonusEveryDays: [1, 365],
    monthlyFreezes: [0, 31],
    boughtFreezesMax: [0, 31],
    zoneChangeHours: [0, 48],
    zoneChangeDays: [0, 365],
  },
  monthlyClaim: {},
  holderPrize: { windowDays: [1, 366], againDays: [0, 31] },
  friendInvitation: {
    inviterPoints: points,
    friendPoints: points,
    checkIns: [0, 365],
    withinDays: [1, 365],
    paidMonthlyMax: [0, 100_000],
  },
  socialFollow: { points },
  socialShare: { points, uniqueClicks: [1, 1_000], openDays: [1, 30], paidDailyMax: [0, 1_000] },
  seasonPrize: { reviewDays: [0, 30] },
  levels: {},
  redemption: {
    netUsdCentsMin: [1, 100_000_000],
    quoteMinutes: [1, 1_440],
    cancelsMax: [0, 1_000],
    cancelsDays: [1, 366],
    firstDestinationHours: [0, 8_760],
    changedDestinationHours: [0, 8_760],
    accountChangeHours: [0, 8_760],
    minimumAge: [0, 120],
  },
  tax: { thresholdUsdCents: [0, 1_000_000_000], keepYears: [0, 15] },
  shop: {
    crelsPackPoints: [1, 1_000_000],
    packMonthlyCrelsMax: crels,
    packMemberMonthlyCrelsMax: crels,
    packAccountDays: [0, 3_650],
    boostHours: [1, 8_760],
    boostPointsMax: [1, 1_000_000],
  },
}

/** A setting by its place, e.g. `checkIn.basePoints`. */
export type EconomyRow = { path: string; value: unknown }

/** Every setting as a row, in the order above; a list is one setting. */
export function economyRows(economy: Economy): EconomyRow[] {
  return Object.entries(economy).flatMap(([part, settings]) =>
    Object.entries(settings).map(([name, value]) => ({ path: `${part}.${name}`, value: value as unknown })),
  )
}

/** The settings in which two economies differ. */
export function economyChanges(
  before: Economy,
  after: Economy,
): { path: string; before: unknown; after: unknown }[] {
  const old = new Map(economyRows(before).map(({ path, value }) => [path, value]))
  return economyRows(after)
    .map(({ path, value }) => ({ path, before: old.get(path), after: value }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** A copy with some settings changed. Throws RangeError for a place where there is none. */
export function withSettings(economy: Economy, rows: readonly EconomyRow[]): unknown {
  const known = new Set(economyRows(economy).map(({ path }) => path))
  const next = structuredClone(economy) as unknown as Record<string, Record<string, unknown>>
  for (const { path, value } of rows) {
    if (!known.has(path)) throw new RangeError(`There is no setting ${path}`)
    const [part, name] = path.split('.') as [string, string]
    next[part]![name] = value
  }
  return next
}
