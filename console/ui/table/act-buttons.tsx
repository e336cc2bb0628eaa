import { Button, UnstyledButton } from '@mantine/core'
import { actLook } from './act-look.ts'
import { rowsFor, type RowAct } from './row-act.ts'
import { useSingleKeys } from './single-keys.ts'
import styles from './data-table.module.css'

/** A button for each act that can be done to some of the rows, with its key. */
export function ActButtons<Row>({
  acts,
  rows,
  onAct,
  isDark = false,
}: {
  acts: readonly RowAct<Row>[]
  rows: readonly Row[]
  onAct: (act: RowAct<Row>, rows: readonly Row[]) => void
  isDark?: boolean
}) {
  const hasKeys = useSingleKeys()
  return acts
    .filter((act) => rowsFor(act, rows).length > 0)
    .map((act) =>
      isDark ? (
        <UnstyledButton
          key={act.id}
          className={`${styles.bulkAct} ${styles[act.look ?? 'primary']}`}
          aria-keyshortcuts={hasKeys ? act.hotkey?.toUpperCase() : undefined}
          onClick={() => onAct(act, rows)}
        >
          {act.label}
        </UnstyledButton>
      ) : (
        <Button
          key={act.id}
          {...actLook(act)}
          aria-keyshortcuts={hasKeys ? act.hotkey?.toUpperCase() : undefined}
          onClick={() => onAct(act, rows)}
        >
          {act.label}
        </Button>
      ),
    )
}
