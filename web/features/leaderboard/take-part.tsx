import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { LeaderboardMetric } from '#contracts/leaderboard.constants.ts'
import classes from './take-part.module.css'

const ways: Record<LeaderboardMetric, { to: string; hint: () => string; action: () => string }> = {
  points: {
    to: paths.dailyCheckIn,
    hint: m.leaderboard_enter_points,
    action: m.leaderboard_enter_points_action,
  },
  earnings: {
    to: paths.campaigns,
    hint: m.leaderboard_enter_earnings,
    action: m.leaderboard_enter_earnings_action,
  },
  invitations: {
    to: paths.referral,
    hint: m.leaderboard_enter_invitations,
    action: m.leaderboard_enter_invitations_action,
  },
}

/** For a member without a place: what gets one. */
export function NotRanked({ metric }: { metric: LeaderboardMetric }) {
  return (
    <Card className={classes.card}>
      <p className={classes.text}>
        <b>{m.leaderboard_unranked()}</b>
        <span>{ways[metric].hint()}</span>
      </p>
      <WayIn metric={metric} />
    </Card>
  )
}

/** The first thing to do for a place. */
export function WayIn({ metric }: { metric: LeaderboardMetric }) {
  const { to, action } = ways[metric]
  return (
    <ButtonLink to={to} size="s">
      {action()}
    </ButtonLink>
  )
}

/** For a visitor: an account is all that is missing. */
export function JoinToTakePart({ here }: { here: string }) {
  return (
    <Card className={classes.card}>
      <p className={classes.text}>
        <b>{m.leaderboard_join()}</b>
        <span>{m.leaderboard_join_hint()}</span>
      </p>
      <JoinLink here={here} />
    </Card>
  )
}

/** Leads to a new account, and back. */
export function JoinLink({ here }: { here: string }) {
  return (
    <ButtonLink to={withQuery(paths.signup, { redirect: here })} size="s">
      {m.leaderboard_join_action()}
    </ButtonLink>
  )
}
