import countries from 'i18n-iso-countries/index.js'
import * as z from 'zod'
import { economyBounds, type Economy } from '#rules/economy.ts'
import { TAX_REGIMES } from '#rules/tax-profile.ts'
import { problem } from '#server/platform/http/problems.ts'

const count = (min: number, max: number) => z.int().min(min).max(max)

/** A list of tiers, from the lowest; the message says what each must exceed. */
function rising<T extends z.ZodType>(row: T, by: (value: z.output<T>) => number, max = 20) {
  return z
    .array(row)
    .max(max)
    .refine((list) => list.every((value, at) => at === 0 || by(value) > by(list[at - 1]!)), 'does not rise')
}

/** The settings that are lists; the bounds of those that are numbers are beside their defaults. */
const lists = {
  monthlyClaim: {
    tiers: rising(
      z.strictObject({ checkIns: count(1, 31), points: count(1, 1_000_000) }),
      (tier) => tier.checkIns,
    ),
  },
  holderPrize: {
    tiers: rising(
      z.strictObject({ crels: count(1, 1_000_000_000), points: count(1, 1_000_000) }),
      (tier) => tier.crels,
    ),
  },
  socialFollow: {
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
  },
  seasonPrize: {
    ranks: rising(
      z.strictObject({ toRank: count(1, 10_000), points: count(1, 1_000_000) }),
      (row) => row.toRank,
    ),
  },
  redemption: {
    blockedCountries: z
      .array(
        z
          .string()
          .refine(
            (code) => countries.isValid(code) && /^[A-Z]{2}$/.test(code),
            'is not a country: two letters, such as KP',
          ),
      )
      .max(250)
      .refine((list) => new Set(list).size === list.length, 'names one twice'),
  },
  tax: { regime: z.enum(TAX_REGIMES) },
  levels: {
    fromPoints: rising(z.int().min(0).max(1_000_000_000), (from) => from, 100).refine(
      ([first]) => first === 0,
      'begins with 0',
    ),
  },
} satisfies { [Part in keyof Economy]?: Record<string, z.ZodType> }

/** What the settings may be: every number within its bounds, and the lists. */
const economyValues = z.strictObject(
  Object.fromEntries(
    Object.entries(economyBounds).map(([part, bounds]) => {
      const numbers = Object.entries(bounds).map(([name, [min, max]]) => [name, count(min, max)] as const)
      return [part, z.strictObject({ ...Object.fromEntries(numbers), ...lists[part as keyof typeof lists] })]
    }),
  ),
) as unknown as z.ZodType<Economy>

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
