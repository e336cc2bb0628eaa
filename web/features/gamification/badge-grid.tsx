import { m } from '#messages'
import type { BadgeView } from '#contracts/gamification.schemas.ts'
import type { Badge } from '#rules/badges.ts'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { BadgeMedal } from './badge-medal.tsx'
import classes from './badge-grid.module.css'

/** A badge's name, and what earns it. */
const badgeText: Record<Badge, { name: () => string; criterion: () => string }> = {
  first_join: { name: m.gamification_badge_first_join, criterion: m.gamification_badge_first_join_how },
  first_conversion: {
    name: m.gamification_badge_first_conversion,
    criterion: m.gamification_badge_first_conversion_how,
  },
  streak_7: { name: m.gamification_badge_streak_7, criterion: m.gamification_badge_streak_7_how },
  streak_30: { name: m.gamification_badge_streak_30, criterion: m.gamification_badge_streak_30_how },
  streak_100: { name: m.gamification_badge_streak_100, criterion: m.gamification_badge_streak_100_how },
  friends_10: { name: m.gamification_badge_friends_10, criterion: m.gamification_badge_friends_10_how },
  season_top_10: { name: m.gamification_badge_season, criterion: m.gamification_badge_season_how },
}

/** Every badge: what it is for, and when I earned it or how far I am. */
export function BadgeGrid({ badges }: { badges: BadgeView[] }) {
  const now = useNow()
  return (
    <ul className={classes.grid}>
      {badges.map(({ badge, progress, goal, earnedAt }) => {
        const { name, criterion } = badgeText[badge]
        return (
          <li key={badge} className={classes.badge} data-earned={earnedAt !== null || undefined}>
            <BadgeMedal badge={badge} isEarned={earnedAt !== null} />
            <h3>{name()}</h3>
            <p className={classes.criterion}>{criterion()}</p>
            {earnedAt ? (
              <p className={classes.earned}>
                {m.gamification_badge_earned({ date: formatDate(earnedAt, now) })}
              </p>
            ) : (
              <div className={classes.progress}>
                <Meter
                  value={progress}
                  max={goal}
                  label={m.gamification_badge_meter({ name: name() })}
                  text={m.gamification_badge_progress({
                    progress: formatNumber(progress),
                    goal: formatNumber(goal),
                  })}
                  tone="gold"
                />
                <p aria-hidden="true">
                  {m.gamification_badge_progress({
                    progress: formatNumber(progress),
                    goal: formatNumber(goal),
                  })}
                </p>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
