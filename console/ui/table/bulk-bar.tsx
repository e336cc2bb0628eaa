import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { formatNumber } from '../format.ts'
import styles from './data-table.module.css'

/** What is done to the selected rows, at the foot of the list. */
export function BulkBar({
  count,
  sum,
  onClear,
  children,
}: {
  count: number
  sum?: string
  onClear: () => void
  children: ReactNode
}) {
  return (
    <div className={styles.bulk} role="group" aria-label={m.table_selected({ count: formatNumber(count) })}>
      <span role="status">
        <b>{m.table_selected({ count: formatNumber(count) })}</b>
        {sum && ` · ${sum}`}
      </span>
      <span className={styles.bulkActs}>
        {children}
        <UnstyledButton className={styles.clear} onClick={onClear}>
          {m.table_clear()}
        </UnstyledButton>
      </span>
    </div>
  )
}
