import type { ReactNode } from 'react'
import { BigNumber } from './big-number.tsx'
import classes from './balance-card.module.css'

/** The one emerald card of a screen: what it is about, one huge number, what explains it, and what to do. */
export function BalanceCard({
  label,
  value,
  format,
  detail,
  actions,
}: {
  label: ReactNode
  /** `null` when it could not be loaded: shown as a dash. */
  value: number | null | undefined
  format?: (value: number) => string
  detail?: ReactNode
  /** Buttons of the looks `gold` and `ghost`. */
  actions?: ReactNode
}) {
  return (
    <section className={classes.card}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        <path d="M20.6 10.2a8 8 0 1 0 0 11.6" />
      </svg>
      <p className={classes.label}>{label}</p>
      <p className={classes.value}>
        <BigNumber value={value} format={format} />
      </p>
      {detail && <div className={classes.detail}>{detail}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  )
}
