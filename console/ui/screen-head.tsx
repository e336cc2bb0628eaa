import type { ReactNode } from 'react'
import styles from './screen-head.module.css'

/** The title of a screen, what it is about in a few figures, and what can be done there. */
export function ScreenHead({
  title,
  summary,
  children,
}: {
  title: ReactNode
  summary?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {summary && <p className={styles.summary}>{summary}</p>}
      {children && <div className={styles.acts}>{children}</div>}
    </div>
  )
}
