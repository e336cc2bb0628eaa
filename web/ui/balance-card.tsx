import type { ReactNode } from 'react'
import { PointsCoin } from '#web/ui/common/coin.tsx'
import { BigNumber } from './big-number.tsx'
import classes from './balance-card.module.css'

/**
 * The one strong card of a screen: what it is about, one huge number, what explains it, and what to do. Emerald is for
 * money alone, points are warm paper with their coin, and a zero is a plain card.
 */
export function BalanceCard({
  label,
  value,
  format,
  detail,
  actions,
  of = 'crels',
}: {
  label: ReactNode
  /** `null` when it could not be loaded: shown as a dash. */
  value: number | null | undefined
  format?: (value: number) => string
  detail?: ReactNode
  /** Buttons of the looks `gold` and `ghost`. */
  actions?: ReactNode
  of?: 'crels' | 'points'
}) {
  return (
    <section className={classes.card} data-look={value === 0 ? 'zero' : of}>
      {value !== 0 && of === 'crels' && (
        <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
          <path d="M20.6 10.2a8 8 0 1 0 0 11.6" />
        </svg>
      )}
      {of === 'points' && <PointsCoin size={36} className={classes.coin} />}
      <p className={classes.label}>{label}</p>
      <p className={classes.value}>
        <BigNumber value={value} format={format} />
      </p>
      {detail && <div className={classes.detail}>{detail}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  )
}
