import { m } from '#messages'
import type { Moment } from '#contracts/gamification.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { formatNumber } from '#web/ui/common/format.ts'
import { countryName } from '#web/ui/country-name.ts'

/** So soon after it something has just happened. */
const justMs = 10 * 60_000

/** What a moment says, and where there is more of it. */
export function momentText(moment: Moment, now: Date): { heading: string; hint: string; to: string } {
  switch (moment.kind) {
    case 'first_click':
      return {
        heading: clickText(moment, now),
        hint: m.moments_click_first(),
        to: paths.performanceAnalytics,
      }
    case 'first_conversion':
      return { heading: m.moments_conversion(), hint: m.moments_conversion_hint(), to: paths.crels('wallet') }
    case 'profile_complete':
      return { heading: m.moments_profile(), hint: m.moments_profile_hint(), to: paths.points }
    case 'level_up':
      return {
        heading: m.moments_level({ level: formatNumber(moment.level ?? 0) }),
        hint: m.moments_level_hint(),
        to: paths.gamification,
      }
  }
}

function clickText({ at, country, campaign }: Moment, now: Date): string {
  const isNow = at !== null && now.getTime() - new Date(at).getTime() < justMs
  if (campaign === null) {
    if (country === null) return isNow ? m.moments_own_click_now() : m.moments_own_click_past()
    const from = { country: inSentence(country) }
    return isNow ? m.moments_own_click_now_from(from) : m.moments_own_click_past_from(from)
  }
  const { brand } = campaign
  if (country === null) return isNow ? m.moments_click_now({ brand }) : m.moments_click_past({ brand })
  const from = { brand, country: inSentence(country) }
  return isNow ? m.moments_click_now_from(from) : m.moments_click_past_from(from)
}

/** Countries whose names have an article in a sentence. */
const withArticle = new Set(['AE', 'CD', 'CF', 'CG', 'DO', 'GB', 'NL', 'PH', 'US'])

function inSentence(code: string): string {
  const country = countryName(code)
  return withArticle.has(code) ? m.moments_country_the({ country }) : country
}
