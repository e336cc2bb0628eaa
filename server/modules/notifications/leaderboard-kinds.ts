import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import { notificationKind } from './notification-kind.ts'
import { languageInUse } from '#server/platform/language.ts'

/** What the leaderboard says to a member. */
export const leaderboardKinds = {
  season_prize: notificationKind<{
    /** `2026-11`. */
    season: string
    rank: number
    /** 0 where the place is worth a badge alone. */
    points: number
  }>({
    group: 'leaderboard',
    about: ({ season }) => season,
    title: ({ season, rank }) =>
      m.notifications_season_subject({ month: monthName(season), rank: grouped(rank) }),
    lines: ({ season, rank, points }) => [
      m.notifications_season_place({ month: monthName(season), rank: grouped(rank) }),
      ...(points > 0 ? [m.notifications_season_points({ count: points, amount: grouped(points) })] : []),
    ],
    opens: ({ season }) => ({
      path: withQuery(paths.leaderboard, { season }),
      label: m.notifications_season_action(),
    }),
  }),
}

function monthName(season: string): string {
  const at = new Date(`${season}-01T00:00:00Z`)
  return new Intl.DateTimeFormat(languageInUse(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    at,
  )
}
