import { useState } from 'react'
import type { TableAddress } from './table-address.ts'
import type { TableSource } from './table-source.ts'
import { useOpened, type Opened } from './use-rows.ts'

/** Where the keys are: on a row of a list, by its id, and by its place once that row is gone. */
interface Cursor {
  list: string
  id: string | null
  at: number
}

/** The one row that is shown and that keys act on. */
export interface Shown<Row> {
  opened: Opened<Row>
  /** None where there is no row, and where the one that is open is not there: never another in its place. */
  row: Row | undefined
  /** Its place among the rows that are loaded; -1 where it is not one of them. */
  at: number
  /** Goes to a row by its place. What is open goes along. */
  moveTo: (at: number) => void
}

/**
 * The row that is shown and acted on: the one that the address opens, else the one under the cursor. The cursor keeps to
 * its row where others come or go above it, stands on the next once it is gone, and begins again with another list.
 */
export function useShown<Row>(
  source: TableSource<Row>,
  {
    rows,
    query,
    address,
    idOf,
    canOpen,
  }: {
    rows: readonly Row[]
    /** Whether the rows are asked for, and whether those that are shown are of other filters until then. */
    query: { isPending: boolean; isPlaceholderData: boolean }
    address: Pick<TableAddress, 'filters' | 'open' | 'setOpen'>
    idOf: (row: Row) => string
    /** Rows are opened here: what the address opens is a row of this list. */
    canOpen: boolean
  },
): Shown<Row> {
  const open = canOpen ? address.open : null
  const isWaiting = query.isPending || query.isPlaceholderData
  const opened = useOpened(source, { rows, isWaiting, id: open, idOf })
  const list = JSON.stringify([source.key, address.filters])
  const [cursor, setCursor] = useState<Cursor>({ list, id: null, at: 0 })

  const placeOf = (id: string | null) => {
    const stands = rows[cursor.at]
    if (stands !== undefined && idOf(stands) === id) return cursor.at
    return id === null ? -1 : rows.findIndex((row) => idOf(row) === id)
  }
  const settled = (): Cursor => {
    if (rows.length === 0 || query.isPlaceholderData) return cursor
    const isOther = cursor.list !== list
    const id = open ?? (isOther ? null : cursor.id)
    const found = placeOf(id)
    if (found !== -1) return { list, id, at: found }
    const at = isOther ? 0 : Math.min(cursor.at, rows.length - 1)
    return { list, id: idOf(rows[at]!), at }
  }
  const next = settled()
  if (next.list !== cursor.list || next.id !== cursor.id || next.at !== cursor.at) setCursor(next)

  return {
    opened,
    row: open === null ? rows[next.at] : opened.is === 'row' ? opened.row : undefined,
    at: open === null ? next.at : placeOf(open),
    moveTo: (at) => {
      const row = rows[at]
      if (row === undefined) return
      setCursor({ list: next.list, id: idOf(row), at })
      if (open !== null) address.setOpen(idOf(row))
    },
  }
}
