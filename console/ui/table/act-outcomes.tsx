import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { FailureAlert } from '../failure-alert.tsx'
import { formatNumber } from '../format.ts'
import { takeBack } from '../outcome-of-each.ts'
import type { RowOutcome } from './row-act.ts'
import styles from './act-dialog.module.css'

/**
 * What became of each row of an act that did not reach all: the refused ones first, each with why (what another operator
 * did meanwhile is said with their name and the time), then those that are done, which can be taken back together.
 */
export function ActOutcomes({
  outcomes,
  remains,
  nameOf,
  onUndone,
  onClose,
}: {
  /** Those that have `undo` may be taken back by who looks. */
  outcomes: readonly RowOutcome[]
  /** What undoing does not bring back. */
  remains: string | null
  nameOf: (id: string) => string
  onUndone: () => void
  onClose: () => void
}) {
  const back = useMutation({ mutationFn: async () => await takeBack(outcomes), onSuccess: onUndone })
  const refused = outcomes.filter(({ done }) => !done)
  const done = outcomes.filter((outcome) => outcome.done)
  const undoable = done.filter(({ undo }) => undo).length
  const taken = new Map(back.data?.map((outcome) => [outcome.id, outcome]))
  const stateOf = (id: string) => {
    const outcome = taken.get(id)
    if (!outcome) return m.table_done()
    return outcome.done ? m.table_taken_back() : m.table_row_stays({ detail: outcome.detail ?? '' })
  }
  const counts = { done: formatNumber(done.length), refused: formatNumber(refused.length) }
  return (
    <Stack gap="sm">
      <p role="status" className={styles.summary}>
        {back.isSuccess
          ? m.table_undone({
              count: formatNumber(back.data.filter((outcome) => outcome.done).length),
              of: formatNumber(undoable),
            })
          : m.table_outcome(counts)}
      </p>
      <Rows label={m.table_refused()} tone="refused">
        {refused.map(({ id, detail }) => (
          <li key={id}>
            <b>{nameOf(id)}</b>
            <span>{detail}</span>
          </li>
        ))}
      </Rows>
      {done.length > 0 && (
        <Rows label={m.table_done()} tone="done">
          {done.map(({ id }) => (
            <li key={id}>
              <b>{nameOf(id)}</b>
              <span>{stateOf(id)}</span>
            </li>
          ))}
        </Rows>
      )}
      {undoable > 0 && !back.isSuccess && remains !== null && <p className={styles.remains}>{remains}</p>}
      {back.isError && <FailureAlert error={back.error} />}
      <Group justify="flex-end" gap="xs">
        {undoable > 0 && !back.isSuccess && (
          <Button variant="light" loading={back.isPending} onClick={() => back.mutate()}>
            {m.table_undo_done({ count: undoable, shown: formatNumber(undoable) })}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </Group>
    </Stack>
  )
}

function Rows({ label, tone, children }: { label: string; tone: 'refused' | 'done'; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.group}>{label}</h3>
      <ul className={`${styles.outcomes} ${styles[tone]}`} aria-label={label}>
        {children}
      </ul>
    </section>
  )
}
