import * as z from 'zod'
import type { Economy } from '#rules/economy.ts'
import { problem } from '#server/platform/http/problems.ts'

const points = z.int().min(0).max(1_000_000)
const crels = z.int().min(0).max(1_000_000_000)
const count = (min: number, max: number) => z.int().min(min).max(max)

/** A list of tiers, from the lowest; the message says what each must exceed. */
function rising<T extends z.ZodType>(row: T, by: (value: z.output<T>) => number, max = 20) {
  return z
    .array(row)
    .max(max)
    .refine((list) => list.every((value, at) => at === 0 || by(value) > by(list[at - 1]!)), 'does not rise')
}

/** What the settings may be. Bounds keep a slip of the pen from becoming a debt: they are wide, not advice. */
const economyValues: z.ZodType<Economy> = z.strictObject({
  points: z.strictObject({ expireMonths: count(1, 120), noticeDays: count(1, 90) }),
  checkIn: z.strictObject({
    basePoints: count(1, 100_000),
    stepPoints: points,
    stepsMax: count(0, 365),
    bonusPoints: points,
    bonusEveryDays: count(1, 365),
    monthlyFreezes: count(0, 31),
    boughtFreezesMax: count(0, 31),
    zoneChangeHours: count(0, 48),
    zoneChangeDays: count(0, 365),
  }),
  monthlyClaim: z.strictObject({
    tiers: rising(
      z.strictObject({ checkIns: count(1, 31), points: count(1, 1_000_000) }),
      (tier) => tier.checkIns,
    ),
  }),
  holderPrize: z.strictObject({
    tiers: rising(z.strictObject({ crels: crels.min(1), points: count(1, 1_000_000) }), (tier) => tier.crels),
    windowDays: count(1, 366),
    againDays: count(0, 31),
  }),
  friendInvitation: z.strictObject({
    inviterPoints: points,
    friendPoints: points,
    checkIns: count(0, 365),
    withinDays: count(1, 365),
    paidMonthlyMax: count(0, 100_000),
  }),
  socialFollow: z.strictObject({
    points,
    platforms: z
      .array(
        z.strictObject({
          platform: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'is lower-case words joined by hyphens'),
          url: z.nullable(z.url({ protocol: /^https$/ }).max(2048)),
        }),
      )
      .max(50)
      .refine(
        (list) => new Set(list.map(({ platform }) => platform)).size === list.length,
        'names one twice',
      ),
  }),
  socialShare: z.strictObject({
    points,
    uniqueClicks: count(1, 1_000),
    openDays: count(1, 30),
    paidDailyMax: count(0, 1_000),
  }),
  seasonPrize: z.strictObject({
    ranks: rising(
      z.strictObject({ toRank: count(1, 10_000), points: count(1, 1_000_000) }),
      (row) => row.toRank,
    ),
  }),
  levels: z.strictObject({
    fromPoints: rising(z.int().min(0).max(1_000_000_000), (from) => from, 100).refine(
      ([first]) => first === 0,
      'begins with 0',
    ),
  }),
  redemption: z.strictObject({
    netUsdCentsMin: count(1, 100_000_000),
    quoteMinutes: count(1, 1_440),
    cancelsMax: count(0, 1_000),
    cancelsDays: count(1, 366),
    firstDestinationHours: count(0, 8_760),
    changedDestinationHours: count(0, 8_760),
    accountChangeHours: count(0, 8_760),
  }),
  shop: z.strictObject({
    crelsPackPoints: count(1, 1_000_000),
    packMonthlyCrelsMax: crels,
    packMemberMonthlyCrelsMax: crels,
    packAccountDays: count(0, 3_650),
  }),
})

/** Reads settings. Throws `validation_failed` with a line for each that is not acceptable. */
export function readEconomyValues(value: unknown): Economy {
  const result = economyValues.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message,
  }))
  throw problem('validation_failed', { detail: z.prettifyError(result.error), members: { issues } })
}
