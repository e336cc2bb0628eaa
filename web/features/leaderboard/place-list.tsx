import type { ReactNode } from 'react'
import type { LeaderboardMetric } from '#contracts/leaderboard.constants.ts'
import type { Place } from '#contracts/leaderboard.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { PlaceRow } from './place-row.tsx'
import classes from './place-list.module.css'

/** Marks my own place, which a jump leads to. */
export const mine = { 'aria-current': true, tabIndex: -1 } as const

/** Places one below the other. The rows stay where they are when others take them. */
export function PlaceList({
  places,
  metric,
  label,
  note,
}: {
  places: readonly Place[]
  metric: LeaderboardMetric
  label: string
  /** Below a name. */
  note?: (place: Place) => ReactNode
}) {
  return (
    <Card pad={false} className={classes.card}>
      <ol className={classes.list} aria-label={label}>
        {places.map((place) => (
          <li key={place.rank} {...(place.isMe && mine)}>
            <PlaceRow place={place} metric={metric} note={note?.(place)} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Brings my place among these into sight, and the keyboard to it. */
export function showMine(within: HTMLElement | null): void {
  const place = within?.querySelector<HTMLElement>('li[aria-current]')
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center' })
}
