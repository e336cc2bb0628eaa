import { levelOf } from './level.ts'
import type { Economy } from './economy.ts'

/** What is celebrated once ever in a member's life here. */
export const MOMENTS = ['first_click', 'first_conversion', 'profile_complete', 'level_up'] as const
export type MomentKind = (typeof MOMENTS)[number]

/** A level that was reached longer ago is no news. */
export const LEVEL_NEWS_DAYS = 30

/** The name under which a moment is remembered: a level has its number in it. */
export function momentName(kind: MomentKind, level: number | null): string {
  return kind === 'level_up' ? `level_${level}` : kind
}

/** The level to celebrate: higher than that of the points of `LEVEL_NEWS_DAYS` ago; null where there is none. */
export function levelReached(
  points: { now: number; before: number },
  levels: Economy['levels'],
): number | null {
  const level = levelOf(points.now, levels).number
  return level > levelOf(points.before, levels).number ? level : null
}

/**
 * The country that may be named of one visitor: one with five million inhabitants or more (United Nations, 2024). Fewer
 * may tell a creator who it was.
 */
export function namedCountry(country: string | null): string | null {
  return country !== null && large.has(country) ? country : null
}

const large = new Set(
  (
    'AE AF AO AR AT AU AZ BD BE BF BG BI BJ BO BR BY CA CD CF CG CH CI CL CM CN CO CR CU CZ DE DK DO DZ EC EG ES ET FI FR ' +
    'GB GH GN GR GT HK HN HT HU ID IE IL IN IQ IR IT JO JP KE KG KH KP KR KZ LA LB LK LR LY MA MG ML MM MR MW MX MY MZ NE ' +
    'NG NI NL NO NP NZ OM PE PG PH PK PL PS PT PY RO RS RU RW SA SD SE SG SK SL SN SO SS SV SY TD TG TH TJ TM TN TR TW TZ ' +
    'UA UG US UZ VE VN YE ZA ZM ZW'
  ).split(' '),
)
