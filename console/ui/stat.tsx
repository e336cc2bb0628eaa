import type { ReactNode } from 'react'
import styles from './stat.module.css'

/** Figures beside each other. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={styles.stats}>{children}</dl>
}

/** A figure with what it is above it and what explains it below. */
export function Stat({
  label,
  value,
  detail,
  isBad = false,
}: {
  label: string
  value: ReactNode
  detail?: ReactNode
  isBad?: boolean
}) {
  return (
    <div className={styles.stat} data-bad={isBad || undefined}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {detail && <dd className={styles.detail}>{detail}</dd>}
    </div>
  )
}
