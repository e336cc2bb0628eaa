import type { LeaderboardMetric, LeaderboardPeriod } from '#contracts/leaderboard.constants.ts'
import type { Place, Season, SeasonPrize } from '#contracts/leaderboard.schemas.ts'
import { m } from '#messages'
import { formatDate, formatDuration, formatMonth, formatNumber } from '#web/ui/common/format.ts'
import { dayMs } from '#rules/utc-date.ts'

/** What a ranking over this time is called. */
export const periodTexts: Record<LeaderboardPeriod, () => string> = {
  season: m.leaderboard_period_season,
  week: m.leaderboard_period_week,
  all: m.leaderboard_period_all,
}

/** What is counted, as a heading. */
export const metricTexts: Record<LeaderboardMetric, () => string> = {
  points: m.leaderboard_metric_points,
  earnings: m.leaderboard_metric_earnings,
  invitations: m.leaderboard_metric_invitations,
}

const amounts = {
  points: m.leaderboard_amount_points,
  earnings: m.leaderboard_amount_earnings,
  invitations: m.leaderboard_amount_invitations,
}

/** How much of what is counted: `1,240 points`. */
export function amountText(metric: LeaderboardMetric, value: number): string {
  return amounts[metric]({ count: value, amount: formatNumber(value) })
}

/** The name that others see: who hides, or has none, is a creator. */
export function nameOf({ displayName }: Pick<Place, 'displayName'>): string {
  return displayName ?? m.leaderboard_hidden_name()
}

/** The season of a month: `November 2026 season`. */
export function seasonName(season: string): string {
  return m.leaderboard_season({ month: formatMonth(season, true) })
}

/** Until when a season runs or is reviewed, or that its results are final. */
export function seasonState({ state, endsAt, reviewedAt }: Season, now: Date): string {
  if (state === 'closed') return m.leaderboard_closed()
  const left = state === 'running' ? timeLeft(endsAt, now) : undefined
  if (left) return m.leaderboard_ends({ time: left })
  // The review may take longer than planned.
  return reviewedAt && new Date(reviewedAt) > now
    ? m.leaderboard_review_until({ date: formatDate(reviewedAt) })
    : m.leaderboard_review()
}

/** How long until then: in whole days, in the last two to the minute; undefined once it is over. */
export function timeLeft(endsAt: string, now: Date): string | undefined {
  const ms = new Date(endsAt).getTime() - now.getTime()
  if (ms <= 0) return undefined
  if (ms < 2 * dayMs) return formatDuration(Math.max(ms, 60_000))
  return m.leaderboard_days({ count: Math.floor(ms / dayMs) })
}

/** The places that share a prize: `Place 1`, `Places 2–3`. */
export function prizePlaces({ fromRank, toRank }: SeasonPrize): string {
  const from = formatNumber(fromRank)
  return fromRank === toRank
    ? m.leaderboard_place({ rank: from })
    : m.leaderboard_places({ from, to: formatNumber(toRank) })
}

/** What a place of a season is worth, `Prize: 500 points`; undefined beyond the last that pays. */
export function prizeText(rank: number, prizes: readonly SeasonPrize[]): string | undefined {
  const prize = prizes.find(({ fromRank, toRank }) => rank >= fromRank && rank <= toRank)
  return prize && m.leaderboard_prize({ points: formatNumber(prize.points) })
}
