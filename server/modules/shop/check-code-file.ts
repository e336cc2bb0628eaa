import { CsvUnreadable, csvRows, type CsvRow } from '#server/platform/csv-rows.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inStep } from '#server/platform/transaction.ts'
import {
  beginCheck,
  endCheck,
  insertLines,
  knownCodes,
  lockAt,
  partsOf,
  type KeptLine,
} from './code-import-queries.ts'
import { codeFingerprint, openFilePart, sealCode } from './shop-secret.ts'

const codeLengthMax = 500
/** What is kept of a line that brings no code. */
const textMax = 2_000
/** Lines of one transaction: what a worker that is killed leaves undone, and how often its progress is seen. */
const batchSize = 500

type Deps = { secret: Pick<Secret, 'hash' | 'open' | 'seal'> }

/**
 * Reads the file of an import: its new codes, and the lines that bring none with why, are kept for its operator to look
 * at. No pool has any of it yet. Each batch of lines is a transaction with how far it is: who comes after a worker that
 * was killed goes on there, and one that was cancelled ends with the next batch. Then the file is removed.
 */
export async function checkCodeFile(db: Db, importId: string, deps: Deps): Promise<void> {
  const begun = await beginCheck(db, importId)
  if (!begun) return
  const failure = await keepLines(db, { importId, linesRead: begun.linesRead }, deps).catch(
    (error: unknown) => {
      if (error instanceof CsvUnreadable) return `This is no CSV file: ${error.message}.`
      throw error
    },
  )
  if (failure !== 'gone') await inStep(db, async (tx) => await endCheck(tx, importId, failure))
}

/** Null where all was read, else why not; `gone` where it is not ours any more. */
async function keepLines(
  db: Db,
  { importId, linesRead }: { importId: string; linesRead: number },
  deps: Deps,
): Promise<string | null> {
  const file = Buffer.concat(
    (await partsOf(db, importId)).map(({ id, content }) => openFilePart(deps.secret, { id, content })),
  )
  let [readTo, isFirst, isEmpty] = [linesRead, true, true]
  let batch: CsvRow[] = []
  const keep = async () => {
    const isOurs = await inStep(db, async (tx) => await keepBatch(tx, { importId, readTo }, batch, deps))
    readTo = batch.at(-1)!.line
    batch = []
    return isOurs
  }
  for await (const row of csvRows(file)) {
    const isHeading = isFirst && row.cells.length === 1 && row.cells[0]!.trim().toLowerCase() === 'code'
    isFirst = false
    if (isHeading) continue
    isEmpty = false
    if (row.line <= linesRead) continue
    batch.push(row)
    if (batch.length === batchSize && !(await keep())) return 'gone'
  }
  if (batch.length > 0 && !(await keep())) return 'gone'
  return isEmpty ? 'There are no codes in this file.' : null
}

/** Keeps the next lines; false where the import was cancelled, or another worker is at it. */
async function keepBatch(
  tx: Tx,
  { importId, readTo }: { importId: string; readTo: number },
  rows: CsvRow[],
  { secret }: Deps,
): Promise<boolean> {
  if (!(await lockAt(tx, importId, readTo))) return false
  const read = rows.map((row) => {
    const code = row.cells[0]!.trim()
    const fault = faultOf(code, row.cells)
    return { row, code, fault, fingerprint: fault === undefined ? codeFingerprint(secret, code) : null }
  })
  const fingerprints = read.flatMap(({ fingerprint }) => fingerprint ?? [])
  const known = await knownCodes(tx, importId, fingerprints)
  const lines = read.map(({ row: { line, text }, code, fault, fingerprint }): KeptLine => {
    const id = newId('shopCode')
    const key = fingerprint?.toString('hex')
    const earlier = key === undefined ? undefined : known.get(key)
    if (key !== undefined && earlier === undefined) {
      known.set(key, { line, slug: null })
      return { id, line, content: sealCode(secret, id, code), fingerprint, refusedAs: null, why: null }
    }
    return {
      id,
      line,
      content: sealCode(secret, id, text.slice(0, textMax)),
      fingerprint,
      refusedAs: earlier ? 'duplicate' : 'invalid',
      why:
        fault ??
        (earlier?.line
          ? `repeats the code of line ${earlier.line}`
          : `this code is in the pool of ${earlier!.slug} already`),
    }
  })
  await insertLines(tx, importId, lines)
  return true
}

function faultOf(code: string, cells: string[]): string | undefined {
  if (cells.length > 1) return 'has more than one column'
  if (code === '') return 'has no code'
  if (code.length > codeLengthMax) return `its code is longer than ${codeLengthMax} characters`
  if (code.includes('\u{fffd}')) return 'its code is not written in UTF-8'
  return /\p{Cc}/u.test(code) ? 'its code has characters that cannot be seen' : undefined
}
