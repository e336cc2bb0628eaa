/** Over what the leaderboard counts: the month (UTC), the week from Monday (UTC), or all there ever was. */
export const leaderboardPeriods = ['season', 'week', 'all'] as const
export type LeaderboardPeriod = (typeof leaderboardPeriods)[number]

/** What it counts: points earned, crels earned by campaigns, or friends who did what was asked of them. */
export const leaderboardMetrics = ['points', 'earnings', 'invitations'] as const
export type LeaderboardMetric = (typeof leaderboardMetrics)[number]
