import type { ReactNode } from 'react'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import type { ActField, FieldValues } from './act-fields.tsx'

/** What became of each row of an act, in the order they were named. */
export interface RowOutcome {
  id: string
  done: boolean
  /** Of a refused row: why, in words. */
  detail: string | null
  /** Takes back what this act did to the row, whatever is done after it; none where that cannot be. */
  undo?: () => Promise<unknown>
  /** Where what it made is, for the router: of an act on one row the console goes there. */
  leadsTo?: string
}

/**
 * Something that is done to one row or many: `ActDialog` asks for it, says what it touches, and says what became of it.
 */
export interface RowAct<Row> {
  id: string
  /** The verb on its button. */
  label: string
  /** The key that begins it in a list, e.g. `a`. */
  hotkey?: string
  permission: OperatorPermission
  look?: 'primary' | 'danger' | 'quiet'
  /** Whether it can be done to a row. */
  applies?: (row: Row) => boolean
  /** A text is asked for, as a reason or an answer: for whom, templates of it, and whether it may be empty. */
  reason?: {
    label: string
    isRequired: boolean
    templates?: readonly string[]
    length?: number
    /** Lines that are seen while it is empty. */
    rows?: number
  }
  /** Further values that are asked for, above the text; some only once others were typed. */
  fields?: readonly ActField[] | ((rows: readonly Row[], values: FieldValues) => readonly ActField[])
  /** What it touches, before it is confirmed: sentences, or a part that asks the server. */
  preview: (rows: readonly Row[], values: FieldValues) => ReactNode
  /** Whether it can be done with what was typed; what is out of a field's bounds cannot. */
  allows?: (rows: readonly Row[], values: FieldValues) => boolean
  /**
   * Does it. Rows that are refused are outcomes; what it throws is a failure of the whole. An outcome takes its row back
   * by itself, so that of two acts each undoes its own. Confirmed again where no answer came, it has the same key.
   */
  run: (
    rows: readonly Row[],
    reason: string,
    values: FieldValues,
    idempotencyKey: string,
  ) => Promise<readonly RowOutcome[]>
  /** What undoing it does not bring back, in a sentence: said before it is confirmed, and beside Undo. Null is nothing. */
  remains?: (rows: readonly Row[]) => string | null
  /** What taking it back asks for, where that is another permission than doing it. */
  undoPermission?: OperatorPermission
  /** What is said when it is done to so many. */
  said: (count: number) => string
}

/** Rows an act can be done to. */
export function rowsFor<Row>(act: RowAct<Row>, rows: readonly Row[]): Row[] {
  return rows.filter((row) => canBeDone(act, row))
}

/** Whether an act can be done to a row. */
export function canBeDone<Row>(act: RowAct<Row>, row: Row): boolean {
  return act.applies?.(row) ?? true
}
