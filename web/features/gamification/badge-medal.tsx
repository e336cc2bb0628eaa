import type { Badge } from '#rules/badges.ts'
import classes from './badge-medal.module.css'

/** The drawing on each medal, on 24 units. */
const signs: Record<Badge, React.ReactNode> = {
  first_join: <path d="M6 12.5 10.5 17 18.5 8" />,
  first_conversion: <path d="M12 5v14M8 9h6a2.5 2.5 0 0 1 0 5H8m0 0h7" />,
  streak_7: <path d="M12 4c1 4 5 5 5 9.5a5 5 0 0 1-10 0C7 11 9 10 9 7.5c1.5 0 2.5 1 3 2.5z" />,
  streak_30: <path d="M12 3c1 5 6 6 6 11a6 6 0 0 1-12 0c0-3 2.5-4 2.5-7C10 7 11.500 8.500 12 10z" />,
  streak_100: (
    <path d="M12 2.500c1 5.500 7 6.500 7 12a7 7 0 0 1-14 0c0-3.500 3-4.500 3-8 2 .5 3.500 2 4 3.500zM12 13v5" />
  ),
  friends_10: (
    <path d="M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6m-5 8c.4-3.300 2.200-5 5-5s4.600 1.700 5 5m1-8a2.500 2.500 0 1 0 0-5m1.500 8c2 .6 3.200 2.300 3.500 5" />
  ),
  season_top_10: (
    <path d="M8 4h8v5a4 4 0 0 1-8 0zm4 9v4m-3.500 3h7M8 6H5c0 3 1 4.500 3 4.500M16 6h3c0 3-1 4.500-3 4.500" />
  ),
}

/** A badge as a coin: gold when it is earned, a silhouette until then. Decorative, since its name is below. */
export function BadgeMedal({ badge, isEarned }: { badge: Badge; isEarned: boolean }) {
  return (
    <svg
      className={classes.medal}
      data-earned={isEarned || undefined}
      viewBox="0 0 72 72"
      width="72"
      height="72"
      aria-hidden="true"
    >
      <circle className={classes.rim} cx="36" cy="36" r="33" />
      <circle className={classes.face} cx="36" cy="36" r="27" />
      <g className={classes.sign} transform="translate(18 18) scale(1.5)">
        {signs[badge]}
      </g>
    </svg>
  )
}
