import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../platform/session.ts'
import { ActDialog } from './table/act-dialog.tsx'
import { actLook } from './table/act-look.ts'
import { canBeDone, type RowAct, type RowOutcome } from './table/row-act.ts'

/**
 * An act on one thing that a screen is about: its button where the operator may do it and it can be done, and its
 * dialog.
 */
export function ActButton<Row>({
  act,
  row,
  idOf,
  nameOf,
  onDone,
  variant,
  label,
}: {
  act: RowAct<Row>
  row: Row
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  onDone?: (() => void) | undefined
  /** Its look where that of the act is too loud, as in a line of many. */
  variant?: 'subtle' | 'default'
  /** What it is called for who does not see of what it is. */
  label?: string
}) {
  const [begun, setBegun] = useState<{ act: RowAct<Row>; row: Row } | null>(null)
  const may = useMay()
  if (!may(act.permission)) return null
  const canBegin = canBeDone(act, row)
  // What is asked for follows the row while it is the same act; it never becomes another under the finger.
  const isSame = begun !== null && begun.act.id === act.id && canBegin
  const asked = isSame ? { act, row } : begun
  return (
    <>
      {canBegin && (
        <Button
          {...actLook(act)}
          {...(variant && { variant })}
          aria-label={label}
          onClick={() => setBegun({ act, row })}
        >
          {act.label}
        </Button>
      )}
      <ActDialog
        asked={asked && { act: asked.act, rows: [asked.row] }}
        idOf={idOf}
        nameOf={nameOf}
        onClose={(done) => {
          setBegun(null)
          if (done.length > 0) onDone?.()
        }}
      />
    </>
  )
}

/** The outcome of an act on one thing that was done, and what takes it back; one that is refused throws. */
export function oneDone(id: string, undo?: () => Promise<unknown>): RowOutcome[] {
  return [{ id, done: true, detail: null, ...(undo && { undo }) }]
}
