import { Modal } from '@mantine/core'
import { m } from '#console-messages'
import { commandK, commandZ } from '../command-key.ts'
import type { RowAct } from './row-act.ts'
import { useSingleKeys } from './single-keys.ts'
import styles from './data-table.module.css'

type Key = [keys: string[], does: string]

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
  const hasSingle = useSingleKeys()
  const single = (...keys: Key[]) => (hasSingle ? keys : [])
  const keys: Key[] = [
    [hasSingle ? ['J', 'K'] : ['↓', '↑'], m.table_key_move()],
    [['Enter'], m.table_key_open()],
    ...single(
      [['X'], m.table_key_select()],
      [['Shift X'], m.table_key_all()],
      ...acts.flatMap(({ hotkey, label }): Key[] => (hotkey ? [[[hotkey.toUpperCase()], label]] : [])),
      [['/'], m.table_key_search()],
    ),
    [[commandK], m.table_key_global()],
    [[commandZ], m.table_key_undo()],
    [['Esc'], m.table_key_escape()],
    ...single([['?'], m.table_key_help()]),
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
      <p className={styles.hint}>{hasSingle ? m.table_keys_on() : m.table_keys_off()}</p>
    </Modal>
  )
}
