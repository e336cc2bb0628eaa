import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { csvRows } from '#server/platform/csv-rows.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { Secret } from '#server/platform/secret.ts'
import { requireItem } from './change-item.ts'
import type { ItemRow } from './item-queries.ts'
import { insertCodes, knownCodes, lockImports, recordChange } from './item-writes.ts'
import { codeFingerprint, sealCode } from './shop-secret.ts'

const codesMax = 100_000
const lengthMax = 500
/** Wrong lines that a refusal names one by one. */
const namedMax = 20

/** A code with the line of its file. */
interface ReadCode {
  line: number
  code: string
}

/**
 * Puts the codes of a CSV file into the pool of a gift card: one a line, in its only column, which may have the heading
 * `code`. All or none: throws `validation_failed` with the lines that are wrong, that repeat another of the file, or
 * whose code is in a pool already.
 */
export async function importCodes(
  tx: Tx,
  actor: OperatorActor,
  { item, text, reason }: { item: string; text: string; reason: string },
  { secret }: { secret: Pick<Secret, 'seal' | 'hash'> },
): Promise<{ row: ItemRow; imported: number }> {
  const row = await requireItem(tx, item)
  if (row.kind !== 'gift_card')
    throw problem('conflict', { detail: `${row.slug} is no gift card: it has no codes.` })
  const read = readCodes(text)
  const codes = read.map((one) => ({ ...one, fingerprint: codeFingerprint(secret, one.code) }))
  await lockImports(tx)
  const known = await knownCodes(
    tx,
    codes.map(({ fingerprint }) => fingerprint),
  )
  refuse(
    codes.flatMap(({ line, fingerprint }) => {
      const pool = known.get(fingerprint.toString('hex'))
      return pool === undefined ? [] : [`line ${line}: this code is in the pool of ${pool} already`]
    }),
  )
  await operate(tx, actor, {
    action: 'shop.import-codes',
    target: row.slug,
    after: { codes: codes.length },
    reason,
  })
  await insertCodes(
    tx,
    row.id,
    codes.map(({ code, fingerprint }) => {
      const id = newId('shopCode')
      return { id, sealed: sealCode(secret, id, code), fingerprint }
    }),
  )
  await recordChange(tx, row.id, {
    author: authorOf(actor),
    reason,
    changes: { codes: { added: codes.length } },
  })
  return { row, imported: codes.length }
}

/** The codes of a file, each once. Throws `validation_failed` with what is wrong, by line. */
function readCodes(text: string): ReadCode[] {
  const rows = csvRows(text)
  if (!rows) throw wrongFile('This is no CSV file: a quote is not closed.')
  const [first] = rows
  const isHeading = first?.cells.length === 1 && first.cells[0]!.trim().toLowerCase() === 'code'
  const lines = isHeading ? rows.slice(1) : rows
  if (lines.length === 0) throw wrongFile('There are no codes in this file.')
  if (lines.length > codesMax) throw wrongFile(`At most ${codesMax} codes at a time.`)
  const firstLine = new Map<string, number>()
  const wrong: string[] = []
  const codes = lines.map(({ line, cells }) => {
    const code = cells[0]!.trim()
    const fault = faultOf(code, cells) ?? repeated(firstLine.get(code))
    if (fault) wrong.push(`line ${line}: ${fault}`)
    else firstLine.set(code, line)
    return { line, code }
  })
  refuse(wrong)
  return codes
}

function faultOf(code: string, cells: string[]): string | undefined {
  if (cells.length > 1) return 'has more than one column'
  if (code === '') return 'has no code'
  if (code.length > lengthMax) return `its code is longer than ${lengthMax} characters`
  return /\p{Cc}/u.test(code) ? 'its code has characters that cannot be seen' : undefined
}

function repeated(line: number | undefined): string | undefined {
  return line === undefined ? undefined : `repeats the code of line ${line}`
}

function refuse(wrong: string[]): void {
  if (wrong.length === 0) return
  const more = wrong.length > namedMax ? [`and ${wrong.length - namedMax} more lines`] : []
  throw wrongFile(`Nothing was imported: ${[...wrong.slice(0, namedMax), ...more].join('; ')}`)
}

function wrongFile(detail: string): Error {
  return problem('validation_failed', { detail })
}
