import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../platform/session.ts'
import { ActDialog } from './table/act-dialog.tsx'
import type { RowAct, RowOutcome } from './table/row-act.ts'

/** An act on one thing that a screen is about: its button where the operator may do it and it can be done, and its dialog. */
export function ActButton<Row>({
  act,
  row,
  idOf,
  nameOf,
  onDone,
}: {
  act: RowAct<Row>
  row: Row
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  onDone?: (() => void) | undefined
}) {
  const [isAsked, setAsked] = useState(false)
  const may = useMay()
  if (!may(act.permission) || act.applies?.(row) === false) return null
  return (
    <>
      <Button
        variant={act.look === undefined || act.look === 'primary' ? 'filled' : 'light'}
        color={act.look === 'danger' ? 'red' : undefined}
        onClick={() => setAsked(true)}
      >
        {act.label}
      </Button>
      <ActDialog
        asked={isAsked ? { act, rows: [row] } : null}
        idOf={idOf}
        nameOf={nameOf}
        onClose={(done) => {
          setAsked(false)
          if (done.length > 0) onDone?.()
        }}
      />
    </>
  )
}

/** The outcome of an act on one thing that was done; one that is refused throws. */
export function oneDone(id: string): RowOutcome[] {
  return [{ id, done: true, detail: null }]
}
