import { Button, Drawer, getDefaultZIndex } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { EmptyState, FailureState, LoadingState } from '../states.tsx'
import type { Opened } from './use-rows.ts'
import styles from './data-table.module.css'

/** The row that is shown: beside the list, or above it once one is open. What is not there is said in its place. */
export function DetailsPanel({
  opened,
  isWide,
  onClose,
  children,
}: {
  opened: Opened<unknown>
  isWide: boolean
  onClose: () => void
  /** The row; none where there is none. */
  children: ReactNode
}) {
  const inside = <Inside opened={opened} onClose={onClose} row={children} />
  if (isWide)
    return (
      <aside className={styles.panel} aria-label={m.table_details()}>
        {inside}
      </aside>
    )
  return (
    <Drawer
      opened={opened.is !== 'nothing'}
      onClose={onClose}
      position="right"
      size="min(440px, 100%)"
      title={m.table_details()}
      // Dialogs of what is done to the row lie over it, whichever of them was there first.
      zIndex={getDefaultZIndex('modal') - 1}
    >
      {opened.is !== 'nothing' && inside}
    </Drawer>
  )
}

function Inside({ opened, onClose, row }: { opened: Opened<unknown>; onClose: () => void; row: ReactNode }) {
  if (opened.is === 'waiting') return <LoadingState />
  if (opened.is === 'failed') return <FailureState error={opened.error} onRetry={opened.retry} />
  if (opened.is === 'missing')
    return (
      <EmptyState
        heading={m.table_missing()}
        action={
          <Button variant="light" onClick={onClose}>
            {m.table_missing_close()}
          </Button>
        }
      >
        {m.table_missing_why()}
      </EmptyState>
    )
  return row ?? <p className={styles.hint}>{m.table_nothing_open()}</p>
}
