import { useId, type ReactNode } from 'react'
import styles from './card.module.css'

/** A part of a screen with its own heading, and what can be done there. */
export function Card({
  heading,
  acts,
  children,
}: {
  heading: string
  acts?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{heading}</h2>
        {acts && <div className={styles.acts}>{acts}</div>}
      </div>
      {children}
    </section>
  )
}

/** Lines of a card: what it is, what is known of it, and what can be done. */
export function Lines({ children }: { children: ReactNode }) {
  return <ul className={styles.lines}>{children}</ul>
}

/** One of them. */
export function Line({ name, detail, acts }: { name: ReactNode; detail?: ReactNode; acts?: ReactNode }) {
  return (
    <li className={styles.line}>
      <div>
        <b>{name}</b>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {acts}
    </li>
  )
}
