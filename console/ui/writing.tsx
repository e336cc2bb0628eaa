import type { ReactNode } from 'react'
import styles from './writing.module.css'

/** Something that is being written, and beside it how it will look; on narrow screens below. */
export function Writing({
  heading,
  preview,
  isWide = false,
  children,
}: {
  /** Of the preview. */
  heading: string
  preview: ReactNode
  /** The preview is as wide as what is written. */
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.writing} data-wide={isWide || undefined}>
      <div className={styles.form}>{children}</div>
      <aside className={styles.preview} aria-label={heading}>
        <h2>{heading}</h2>
        {preview}
      </aside>
    </div>
  )
}
