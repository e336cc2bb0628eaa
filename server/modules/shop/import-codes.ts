import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { csvRows } from '#server/platform/csv-rows.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { Secret } from '#server/platform/secret.ts'
import { requireItem } from './change-item.ts'
import type { ItemRow } from './item-queries.ts'
import { insertCodes, knownCodes, lockImports, recordChange } from './item-writes.ts'
import { codeFingerprint, sealCode } from './shop-secret.ts'

const codesMax = 100_000
const lengthMax = 500
/** Codes that are sealed before others are served: 20,000 at once held the process for seconds. */
const batchSize = 500
/** Wrong lines that a refusal names one by one. */
const namedMax = 20

/** A line of a file that no code is taken from. */
interface RefusedLine {
  line: number
  /** `duplicate`: its code is in the file before, or in a pool. */
  kind: 'duplicate' | 'invalid'
  /** Why, without the code. */
  why: string
}

interface NewLine {
  line: number
  code: string
  fingerprint: Buffer
}

/** What a file of codes brings. */
export interface ImportedCodes {
  imported: number
  refused: RefusedLine[]
}

interface CodeFile {
  /** The item's slug or id. */
  item: string
  /** CSV: a code a line, in its only column, which may have the heading `code`. */
  text: string
}

/**
 * Puts the codes of a file into the pool of a gift card. All or none: throws `validation_failed` with the lines that are
 * wrong, that repeat another of the file, or whose code is in a pool already. With `onlyNew` those lines are left out and
 * answered; `conflict` where nothing is new.
 */
export async function importCodes(
  tx: Tx,
  actor: OperatorActor,
  { item, text, reason, onlyNew = false }: CodeFile & { reason: string; onlyNew?: boolean },
  { secret }: { secret: Pick<Secret, 'seal' | 'hash'> },
): Promise<ImportedCodes & { row: ItemRow }> {
  const row = await requireGiftCard(tx, item)
  await lockImports(tx)
  const { codes, refused } = await sortLines(tx, text, secret)
  if (!onlyNew) requireNone(refused)
  else if (codes.length === 0) throw problem('conflict', { detail: 'Nothing was imported: no code is new.' })
  const importId = newId('codeImport')
  await operate(tx, actor, {
    action: 'shop.import-codes',
    target: row.slug,
    after: { codes: codes.length, importId },
    reason,
  })
  for (let start = 0; start < codes.length; start += batchSize) {
    const sealed = codes.slice(start, start + batchSize).map(({ code, fingerprint }) => {
      const id = newId('shopCode')
      return { id, sealed: sealCode(secret, id, code), fingerprint }
    })
    await insertCodes(tx, { itemId: row.id, importId }, sealed)
  }
  await recordChange(tx, row.id, {
    author: authorOf(actor),
    reason,
    changes: { codes: { added: codes.length, importId } },
  })
  return { row, imported: codes.length, refused }
}

/** What importing a file would bring, as of now: how many codes are new, and the lines that bring none. */
export async function examineCodes(
  db: Db,
  { item, text }: CodeFile,
  { secret }: { secret: Pick<Secret, 'hash'> },
): Promise<ImportedCodes> {
  await requireGiftCard(db, item)
  const { codes, refused } = await sortLines(db, text, secret)
  return { imported: codes.length, refused }
}

async function requireGiftCard(db: Db, item: string): Promise<ItemRow> {
  const row = await requireItem(db, item)
  if (row.kind === 'gift_card') return row
  throw problem('conflict', { detail: `${row.slug} is no gift card: it has no codes.` })
}

/** The lines of a file, those with a new code apart from the others. Throws `validation_failed` for what is no file of codes. */
async function sortLines(
  db: Db,
  text: string,
  secret: Pick<Secret, 'hash'>,
): Promise<{ codes: NewLine[]; refused: RefusedLine[] }> {
  const rows = csvRows(text)
  if (!rows) throw wrongFile('This is no CSV file: a quote is not closed.')
  const [first] = rows
  const isHeading = first?.cells.length === 1 && first.cells[0]!.trim().toLowerCase() === 'code'
  const lines = isHeading ? rows.slice(1) : rows
  if (lines.length === 0) throw wrongFile('There are no codes in this file.')
  if (lines.length > codesMax) throw wrongFile(`At most ${codesMax} codes at a time.`)
  const refused: RefusedLine[] = []
  const firstLine = new Map<string, number>()
  const read = lines.flatMap(({ line, cells }): NewLine[] => {
    const code = cells[0]!.trim()
    const fault = faultOf(code, cells)
    const earlier = firstLine.get(code)
    if (fault) refused.push({ line, kind: 'invalid', why: fault })
    else if (earlier !== undefined)
      refused.push({ line, kind: 'duplicate', why: `repeats the code of line ${earlier}` })
    else {
      firstLine.set(code, line)
      return [{ line, code, fingerprint: codeFingerprint(secret, code) }]
    }
    return []
  })
  const known = await knownCodes(
    db,
    read.map(({ fingerprint }) => fingerprint),
  )
  const codes = read.filter(({ line, fingerprint }) => {
    const pool = known.get(fingerprint.toString('hex'))
    if (pool === undefined) return true
    refused.push({ line, kind: 'duplicate', why: `this code is in the pool of ${pool} already` })
    return false
  })
  return { codes, refused: refused.sort((one, other) => one.line - other.line) }
}

function faultOf(code: string, cells: string[]): string | undefined {
  if (cells.length > 1) return 'has more than one column'
  if (code === '') return 'has no code'
  if (code.length > lengthMax) return `its code is longer than ${lengthMax} characters`
  return /\p{Cc}/u.test(code) ? 'its code has characters that cannot be seen' : undefined
}

function requireNone(refused: readonly RefusedLine[]): void {
  if (refused.length === 0) return
  const named = refused.slice(0, namedMax).map(({ line, why }) => `line ${line}: ${why}`)
  const more = refused.length > namedMax ? [`and ${refused.length - namedMax} more lines`] : []
  throw wrongFile(`Nothing was imported: ${[...named, ...more].join('; ')}`)
}

function wrongFile(detail: string): Error {
  return problem('validation_failed', { detail })
}
