import type { ReactNode } from 'react'
import { m } from '#messages'
import type { Gamification } from '#contracts/gamification.schemas.ts'
import { paths } from '#contracts/paths.ts'
import type { NextReward } from '#rules/next-reward.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import classes from '#web/ui/prompt-card.module.css'

const ways: Record<NextReward, { heading: () => string; to?: string; action?: () => string }> = {
  check_in: { heading: m.gamification_next_check_in },
  monthly_claim: { heading: m.gamification_next_monthly },
  holder_prize: { heading: m.gamification_next_holder },
  follow: { heading: m.gamification_next_follow },
  complete_profile: {
    heading: m.gamification_next_profile,
    action: m.gamification_next_profile_action,
    to: paths.profileInfo,
  },
  invite_friend: {
    heading: m.gamification_next_invite,
    action: m.gamification_next_invite_action,
    to: paths.referral,
  },
}

/** The best thing to do next for points, with its one button; `claim` is that of a reward. */
export function NextBest({
  next: { action, points },
  claim,
}: {
  next: Gamification['next']
  claim: ReactNode
}) {
  const way = ways[action]
  return (
    <Card className={classes.card}>
      <div className={classes.text}>
        <Pill tone="gold">{m.gamification_next()}</Pill>
        <h2>{way.heading()}</h2>
        {points > 0 && <p>{m.gamification_next_points({ points: formatNumber(points) })}</p>}
      </div>
      {way.to && way.action ? (
        <ButtonLink look="gold" to={way.to}>
          {way.action()}
        </ButtonLink>
      ) : (
        claim
      )}
    </Card>
  )
}
