import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import { monthText } from '#server/platform/shown-times.ts'
import { notificationKind } from './notification-kind.ts'

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
      m.notifications_season_subject({ month: monthText(season), rank: grouped(rank) }),
    lines: ({ season, rank, points }) => [
      m.notifications_season_place({ month: monthText(season), rank: grouped(rank) }),
      ...(points > 0 ? [m.notifications_season_points({ count: points, amount: grouped(points) })] : []),
    ],
    opens: ({ season }) => ({
      path: withQuery(paths.leaderboard, { season }),
      label: m.notifications_season_action(),
    }),
  }),
  season_place_changed: notificationKind<{ season: string; isOut: boolean }>({
    since: '0.2.0',
    // A prize may hang on it, and nothing else says so.
    group: 'account',
    title: ({ season, isOut }) => {
      const month = monthText(season)
      return isOut ? m.notifications_season_out_title({ month }) : m.notifications_season_in_title({ month })
    },
    lines: ({ isOut }) => [isOut ? m.notifications_season_out_body() : m.notifications_season_in_body()],
    opens: ({ season }) => ({
      path: withQuery(paths.leaderboard, { season }),
      label: m.notifications_season_action(),
    }),
  }),
}
