import type { ReactNode } from 'react'
import styles from './detail.module.css'

/** The row that is open: its name, what it is in a sentence, what is known of it, and what can be done. */
export function Detail({
  heading,
  lead,
  acts,
  children,
}: {
  heading: ReactNode
  lead?: ReactNode
  acts?: ReactNode
  children: ReactNode
}) {
  return (
    <article className={styles.detail}>
      <h2>{heading}</h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
      {acts && <div className={styles.acts}>{acts}</div>}
    </article>
  )
}
