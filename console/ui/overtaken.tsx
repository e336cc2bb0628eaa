import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { Facts } from './facts.tsx'
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

/**
 * For a form whose fields are saved by themselves: what another operator saved meanwhile of those that are typed, which
 * is empty where it was other fields.
 */
export function OvertakenFields({
  fields,
}: {
  fields: readonly (readonly [label: string, value: ReactNode])[]
}) {
  return (
    <Overtaken hint={fields.length === 0 ? m.common_overtaken_others() : m.common_overtaken_these()}>
      <Facts facts={fields} />
    </Overtaken>
  )
}
