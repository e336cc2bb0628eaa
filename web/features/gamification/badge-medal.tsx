import type { ReactNode } from 'react'
import type { Badge } from '#rules/badges.ts'
import classes from './badge-medal.module.css'

/** The character on each medal, on 72 units: the shape it stands on, and who it is. */
const characters: Record<Badge, { ground: ReactNode; who: ReactNode }> = {
  // A seedling that has just come up.
  first_join: {
    ground: <circle cx="36" cy="36" r="33" fill="#cdeedf" />,
    who: (
      <>
        <path
          d="M36 30c-2-12-12-15-20-14 1 10 9 15 20 14zM36 26c1-12 10-17 19-16 0 11-8 17-19 16z"
          fill="#168a67"
        />
        <path d="M36 24v16" stroke="#085c46" strokeWidth="3" strokeLinecap="round" />
        <path d="M18 40h36l-4 20a5 5 0 0 1-5 4H27a5 5 0 0 1-5-4z" fill="#d9834a" />
        <path d="M16 38h40v7H16z" fill="#b8632f" />
        <Face x={36} y={53} ink="#3b1503" />
      </>
    ),
  },
  // A coin that somebody paid, with its arms up.
  first_conversion: {
    ground: <path d="m36 2 29 17v34L36 70 7 53V19z" fill="#ffe3dc" />,
    who: (
      <>
        <path d="M17 38 8 25M55 38l9-13" stroke="#8f5b00" strokeWidth="4" strokeLinecap="round" />
        <circle cx="36" cy="39" r="21" fill="#fbb92e" />
        <circle cx="36" cy="39" r="16.5" fill="#ffd066" />
        <Face x={36} y={39} ink="#5b3900" />
        <path d="M36 6v6M25 9l2 5M47 9l-2 5" stroke="#ff7a5c" strokeWidth="3" strokeLinecap="round" />
      </>
    ),
  },
  // The flame grows up: a spark, a fire, a fire with a crown.
  streak_7: {
    ground: <circle cx="36" cy="36" r="33" fill="#fff0cc" />,
    who: <Flame height={34} />,
  },
  streak_30: {
    ground: <rect x="4" y="4" width="64" height="64" rx="20" fill="#ffe3dc" />,
    who: <Flame height={45} />,
  },
  streak_100: {
    ground: (
      <path
        d="m36 1 9 8 12-2 3 12 11 6-5 11 5 11-11 6-3 12-12-2-9 8-9-8-12 2-3-12-11-6 5-11-5-11 11-6 3-12 12 2z"
        fill="#3b1526"
      />
    ),
    who: (
      <>
        <Flame height={44} />
        <path d="m24 22-2-13 8 6 6-9 6 9 8-6-2 13z" fill="#ffd066" stroke="#8f5b00" strokeLinejoin="round" />
      </>
    ),
  },
  // Three who stick together.
  friends_10: {
    ground: <path d="M36 3c22 0 33 11 33 33S58 69 36 69 3 58 3 36 14 3 36 3z" fill="#d9e7ff" />,
    who: (
      <>
        <circle cx="21" cy="34" r="13" fill="#8fb4f5" />
        <circle cx="51" cy="34" r="13" fill="#e39ac9" />
        <circle cx="36" cy="44" r="16" fill="#68c4a2" />
        <Face x={20} y={31} ink="#0f2350" small />
        <Face x={52} y={31} ink="#441033" small />
        <Face x={36} y={45} ink="#04231a" />
      </>
    ),
  },
  // A cup that knows it.
  season_top_10: {
    ground: <path d="M36 2 66 13v23c0 18-12 28-30 34C18 64 6 54 6 36V13z" fill="#074939" />,
    who: (
      <>
        <path
          d="M20 22H10c0 11 4 17 13 17M52 22h10c0 11-4 17-13 17"
          fill="none"
          stroke="#f0a30a"
          strokeWidth="4"
        />
        <path d="M19 16h34v16a17 17 0 0 1-34 0z" fill="#fbb92e" />
        <path d="M33 48h6v6h8v6H25v-6h8z" fill="#f0a30a" />
        <Face x={36} y={30} ink="#5b3900" />
      </>
    ),
  },
}

/**
 * A badge with its character: in colour when it is earned, a silhouette until then. Decorative, since its name is below.
 */
export function BadgeMedal({ badge, isEarned }: { badge: Badge; isEarned: boolean }) {
  const { ground, who } = characters[badge]
  return (
    <svg
      className={classes.medal}
      data-earned={isEarned || undefined}
      viewBox="0 0 72 72"
      width="80"
      height="80"
      aria-hidden="true"
    >
      <g className={classes.ground}>{ground}</g>
      <g className={classes.who}>{who}</g>
    </svg>
  )
}

function Face({ x, y, ink, small }: { x: number; y: number; ink: string; small?: boolean }) {
  return (
    <path
      className={classes.face}
      transform={`translate(${x} ${y}) scale(${small ? 0.7 : 1})`}
      d="M-6-2v.01M6-2v.01M-5 4a5.5 5.5 0 0 0 10 0"
      stroke={ink}
    />
  )
}

/** A flame with a face, `height` units tall, standing near the foot of the medal. */
function Flame({ height }: { height: number }) {
  return (
    <>
      <g transform={`translate(36 62) scale(${height / 44})`}>
        <path
          d="M2-44c2 12 17 17 17 31A18.5 18.5 0 0 1-18.5-13C-18.5-22-11-25-10-34c5 1 8 4 9 8 3-5 4-11 3-18z"
          fill="#ff7a5c"
        />
        <path
          d="M1-26c2 6 10 9 10 17a11 11 0 0 1-22 0c0-5 4-7 5-12 3 1 4 2 5 4 1-3 2-6 2-9z"
          fill="#fbb92e"
        />
      </g>
      <Face x={36} y={62 - height * 0.24} ink="#5b1c0c" />
    </>
  )
}
