import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** What is known of something, a line each; what is `null` is left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (known.length === 0) return null
  return (
    <dl className={styles.facts}>
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What happened, in its order, each with its time. */
export function Timeline({
  label,
  steps,
}: {
  label: string
  steps: readonly { key: string; at: string; text: ReactNode; note?: ReactNode }[]
}) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map(({ key, at, text, note }) => (
        <li key={key}>
          <time>{at}</time>
          <span>{text}</span>
          {note}
        </li>
      ))}
    </ol>
  )
}
