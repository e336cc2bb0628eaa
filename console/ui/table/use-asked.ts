import { useState } from 'react'
import { canBeDone, rowsFor, type RowAct } from './row-act.ts'
import type { TableSource } from './table-source.ts'

/** What is asked for in the dialog of a list. */
export interface Asked<Row> {
  act: RowAct<Row>
  rows: readonly Row[]
}

/** How long one row is waited for. */
const timeoutMs = 10_000

/**
 * The act that a list asks for, on the rows as they were when it began: it is of what its operator saw. What was refused is
 * read again, by its id, before it can be confirmed once more; a row that it cannot be done to by now stays as it was, for
 * the act never becomes another.
 */
export function useAsked<Row>(
  source: TableSource<Row>,
  { readRows, idOf }: { readRows: () => Promise<readonly Row[]>; idOf: (row: Row) => string },
) {
  const [asked, setAsked] = useState<Asked<Row> | null>(null)
  const latest = async (row: Row, rows: readonly Row[]) => {
    const id = idOf(row)
    const listed = rows.find((one) => idOf(one) === id)
    if (listed !== undefined || !source.one) return listed ?? row
    return await source.one(id, AbortSignal.timeout(timeoutMs)).catch(() => row)
  }
  return {
    asked,
    begin: (act: RowAct<Row>, among: readonly Row[]) => {
      const rows = rowsFor(act, among)
      if (rows.length > 0) setAsked({ act, rows })
    },
    end: () => setAsked(null),
    readAgain: async () => {
      if (asked === null) return
      const listed = await readRows()
      const rows = await Promise.all(
        asked.rows.map(async (row) => {
          const read = await latest(row, listed)
          return canBeDone(asked.act, read) ? read : row
        }),
      )
      setAsked((now) => now && { ...now, rows })
    },
  }
}
