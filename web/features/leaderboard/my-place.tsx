import { useEffect, useRef, useState } from 'react'
import IconCurrentLocation from '@tabler/icons-react/dist/esm/icons/IconCurrentLocation.mjs'
import type { LeaderboardMetric } from '#contracts/leaderboard.constants.ts'
import type { MyPlace as Me, Place } from '#contracts/leaderboard.schemas.ts'
import { m } from '#messages'
import { formatNumber } from '#web/ui/common/format.ts'
import { PlaceRow } from './place-row.tsx'
import classes from './my-place.module.css'

/** The row that stays on screen: where I am, how far the next place is, and the way there. */
export function MyPlace({
  me,
  place,
  metric,
  isOver,
  onJump,
}: {
  me: Me
  place: Place
  metric: LeaderboardMetric
  /** Nothing can be gained any more. */
  isOver: boolean
  onJump: () => void
}) {
  return (
    <section className={classes.pinned} aria-label={m.leaderboard_my_place()}>
      <PlaceRow place={place} metric={metric} note={isOver ? undefined : noteText(me)}>
        <button type="button" className={classes.jump} onClick={onJump} aria-label={m.leaderboard_jump()}>
          <IconCurrentLocation size={22} />
        </button>
      </PlaceRow>
    </section>
  )
}

function noteText({ toNext, isHidden }: Me): string {
  const distance =
    toNext === null ? m.leaderboard_leading() : m.leaderboard_to_next({ amount: formatNumber(toNext) })
  return isHidden ? `${distance} · ${m.leaderboard_hidden()}` : distance
}

/** How long ranks may go on changing before the last one is said aloud. */
const saidAfterMs = 5_000

/** Says aloud where I am now when that changed, at most once in five seconds. */
export function RankNews({ rank }: { rank: number }) {
  const latest = useRef(rank)
  const said = useRef(rank)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    latest.current = rank
    if (rank === said.current || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (latest.current === said.current) return
      said.current = latest.current
      setText(m.leaderboard_news({ rank: formatNumber(latest.current) }))
    }, saidAfterMs)
  }, [rank])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}
