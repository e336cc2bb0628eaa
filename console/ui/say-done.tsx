import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { m } from '#console-messages'
import { sentenceOf } from './failure.ts'
import { takeBack } from './outcome-of-each.ts'
import type { RowOutcome } from './table/row-act.ts'
import styles from './say-done.module.css'

/** How long Undo is there; while it is under the pointer or has the focus, it stays. */
const undoMs = 60_000
/** How long what cannot be undone is there: as long as it takes to read it. */
const readMs = (said: string) => Math.max(4_000, 80 * said.length)

/** Brings the focus to the Undo of what was done last, if it is there still. */
export function focusUndo(): void {
  const undos = document.querySelectorAll<HTMLButtonElement>('button[data-undo]')
  undos[undos.length - 1]?.focus()
}

/** Says that something is done, with a button that takes it back where its outcomes can be. */
export function sayDone({
  said,
  remains = null,
  outcomes,
  nameOf,
  onUndone,
}: {
  said: string
  /** What undoing it does not bring back. */
  remains?: string | null
  /** What became of each row; those without `undo` stay. */
  outcomes: readonly RowOutcome[]
  /** What a row is called, where several may be refused. */
  nameOf?: (id: string) => string
  onUndone: () => void
}): void {
  const canUndo = outcomes.some(({ undo }) => undo)
  const id = notifications.show({
    message: canUndo ? (
      <>
        <Group justify="space-between" wrap="nowrap">
          {said}
          <Button
            size="compact-sm"
            variant="light"
            className={styles.undo}
            data-undo
            aria-keyshortcuts="Control+Z Meta+Z"
            onClick={() => {
              notifications.hide(id)
              void sayTakenBack(outcomes, nameOf, onUndone)
            }}
          >
            {m.table_undo()}
          </Button>
        </Group>
        {remains !== null && <p className={styles.remains}>{remains}</p>}
      </>
    ) : (
      said
    ),
    autoClose: canUndo ? undoMs : readMs(said),
    withCloseButton: true,
    closeButtonProps: { 'aria-label': m.common_close() },
  })
}

/** Takes an act back, and says what could not be, each reason once, or by row where there are several. */
async function sayTakenBack(
  outcomes: readonly RowOutcome[],
  nameOf: ((id: string) => string) | undefined,
  onUndone: () => void,
): Promise<void> {
  const say = (message: string) => notifications.show({ color: 'red', message })
  try {
    const taken = await takeBack(outcomes)
    onUndone()
    const refused = taken.filter(({ done }) => !done)
    if (refused.length === 0) notifications.show({ message: m.table_taken_back() })
    for (const { id, detail } of refused)
      say(nameOf && taken.length > 1 ? m.table_refused_row({ name: nameOf(id), detail: detail! }) : detail!)
  } catch (error) {
    say(sentenceOf(error).sentence)
  }
}
