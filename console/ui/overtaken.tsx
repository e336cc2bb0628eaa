import type { ReactNode } from 'react'
import { m } from '#console-messages'
import styles from './overtaken.module.css'

/** What another operator saved meanwhile, and what becomes of it if one saves all the same. */
export function Overtaken({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <section className={styles.theirs} aria-label={m.common_in_force()}>
      <b>{m.common_in_force()}</b>
      <p className={styles.hint}>{hint}</p>
      {children}
    </section>
  )
}
