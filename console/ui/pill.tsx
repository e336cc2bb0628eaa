import type { ReactNode } from 'react'
import styles from './pill.module.css'

/** A small fact: `plain`, one that speaks for or against something, or one to look at twice. */
export function Pill({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  children: ReactNode
}) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>
}

/** Pills beside each other. */
export function Pills({ children }: { children: ReactNode }) {
  return <span className={styles.pills}>{children}</span>
}
