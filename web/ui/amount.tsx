import { m } from '#messages'
import { Coin } from './coin.tsx'
import { formatNumber, formatSigned } from './format.ts'
import classes from './amount.module.css'

/** An amount of crels with its coin: `84 crels`. `signed` writes `+84`. */
export function Crels({ value, signed, coin = true }: { value: number; signed?: boolean; coin?: boolean }) {
  const amount = signed ? formatSigned(value) : formatNumber(value)
  return (
    <span className={classes.amount}>
      {coin && <Coin />}
      {m.common_crels({ count: Math.abs(value), amount })}
    </span>
  )
}

/** An amount of points. */
export function Points({ value, signed }: { value: number; signed?: boolean }) {
  const amount = signed ? formatSigned(value) : formatNumber(value)
  return <span className={classes.amount}>{m.common_points({ count: Math.abs(value), amount })}</span>
}
