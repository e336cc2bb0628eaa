import type { ReactNode } from 'react'
import { Coin, PointsCoin } from '#web/ui/common/coin.tsx'
import classes from './celebration.module.css'

/**
 * Something went right: a coin that drops in beside a sentence, of points unless it is about money. Placed inside
 * `News`; with reduced motion nothing moves.
 */
export function Celebration({ text, coin = 'points' }: { text: string; coin?: 'points' | 'crels' }) {
  const OneCoin = coin === 'crels' ? Coin : PointsCoin
  return (
    <p className={classes.celebration}>
      <OneCoin size={44} className={classes.coin} />
      <b>{text}</b>
    </p>
  )
}

/** Where good news appears: a live region that is on the page from the beginning, so that a screen reader says it. */
export function News({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={classes.news}>
      {children}
    </div>
  )
}
