import { Modal } from '@mantine/core'
import { m } from '#console-messages'
import { commandK } from '../command-key.ts'
import type { RowAct } from './row-act.ts'
import styles from './data-table.module.css'

/** What the keys do in this list. */
export function KeysDialog<Row>({
  isOpen,
  onClose,
  acts,
}: {
  isOpen: boolean
  onClose: () => void
  acts: readonly RowAct<Row>[]
}) {
  const keys: [keys: string[], does: string][] = [
    [['J', 'K'], m.table_key_move()],
    [['Enter'], m.table_key_open()],
    [['X'], m.table_key_select()],
    [['Shift X'], m.table_key_all()],
    ...acts.flatMap(({ hotkey, label }): [string[], string][] =>
      hotkey ? [[[hotkey.toUpperCase()], label]] : [],
    ),
    [['/'], m.table_key_search()],
    [[commandK], m.table_key_global()],
    [['Esc'], m.table_key_escape()],
    [['?'], m.table_key_help()],
  ]
  return (
    <Modal opened={isOpen} onClose={onClose} title={m.table_keys_title()}>
      <dl className={styles.keys}>
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
