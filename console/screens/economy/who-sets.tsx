import { m } from '#console-messages'
import { maySetSetting, rolesThatSet } from '#rules/economy-permissions.ts'
import { useMay } from '#console/platform/session.ts'
import { roleNames } from '#console/screens/operators/role-names.ts'
import styles from './economy.module.css'

/** Who may set some settings, where the operator may not. */
export function WhoSets({ id, paths }: { id?: string; paths: readonly string[] }) {
  return (
    <p id={id} className={`${styles.note} ${styles.whole}`}>
      {m.economy_set_by({ roles: rolesOf(paths) })}
    </p>
  )
}

/** Who may make a change, where the operator may not: nothing where they may. */
export function WhoMayChange({ paths }: { paths: readonly string[] }) {
  const may = useMay()
  const refused = paths.filter((path) => !maySetSetting(may, path))
  if (refused.length === 0) return null
  return <p>{m.economy_change_by({ roles: rolesOf(refused), settings: refused.join(', ') })}</p>
}

/** Who sets what an earlier version had otherwise, and was not filled in. */
export function WhoSetsTheRest({ paths }: { paths: readonly string[] }) {
  return (
    <p className={styles.note}>
      {m.economy_again_without({ roles: rolesOf(paths), settings: paths.join(', ') })}
    </p>
  )
}

function rolesOf(paths: readonly string[]): string {
  const names = rolesThatSet(paths).map((role) => roleNames[role]())
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
