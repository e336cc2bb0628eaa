import { gzipSync } from 'node:zlib'
import { csvLine } from '#server/platform/csv-line.ts'
import { isRevoked } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { exportedLists } from './exported-lists.ts'
import { addPart, beginExport, endExport } from './export-queries.ts'

/** By which spreadsheets know UTF-8. */
const byteOrderMark = '\u{feff}'

export interface AskedExport {
  id: string
  /** The API key by which it was asked for. */
  keyId?: string | undefined
}

/**
 * Makes a file, page after page: what was written is counted with each, and a file that was cancelled, whose API key was
 * revoked, or that another worker has begun anew, ends here with the next. Answers how many rows it has.
 */
export async function writeExport(db: Db, { id, keyId }: AskedExport): Promise<{ rows: number }> {
  const begun = await inTransaction(db, async (tx) => await beginExport(tx, id))
  if (!begun) return { rows: 0 }
  const attempt = { id, attempt: begun.attempt }
  const { filters, columns, count, page } = exportedLists[begun.list]
  try {
    const by = { ...filters.parse(begun.filters), askedBy: begun.operatorId }
    const total = await count(db, by)
    let rows = 0
    let next: string | null = null
    for (let part = 0; part === 0 || next !== null; part++) {
      if (keyId !== undefined && (await isRevoked(db, keyId))) {
        await endExport(db, attempt, 'cancelled')
        return { rows: 0 }
      }
      const read: Awaited<ReturnType<typeof page>> = await page(db, by, next)
      next = read.next
      rows += read.rows.length
      const head = part === 0 ? byteOrderMark + csvLine(columns) : ''
      const content = gzipSync(head + read.rows.map((cells) => csvLine(cells)).join(''))
      // More may have come since they were counted.
      const kept = { part, rows, total: total === null ? null : Math.max(total, rows), content }
      if (!(await inTransaction(db, async (tx) => await addPart(tx, attempt, kept)))) return { rows }
    }
    await endExport(db, attempt, 'ready')
    return { rows }
  } catch (error) {
    await endExport(db, attempt, 'failed')
    throw error
  }
}
