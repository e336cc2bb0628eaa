import { CODE_IMPORTS_AT_ONCE_MAX, CODES_MAX } from '#contracts/operator-shop.constants.ts'
import { authorOf, requireRole, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { Secret } from '#server/platform/secret.ts'
import { requireItem } from './change-item.ts'
import { insertCodeImport, insertPart, lockOpenImports } from './code-import-queries.ts'
import type { ItemRow } from './item-queries.ts'
import { sealFilePart } from './shop-secret.ts'

const partBytes = 256 * 1024

/**
 * Keeps a file of codes for an item, sealed, to be read by `checkCodeFile`. Throws `csv_unreadable` where it is empty,
 * `payload_too_large` where it has too many lines, and `conflict` for an item that is no gift card, and where an operator has as many files open as may be.
 */
export async function startCodeImport(
  tx: Tx,
  actor: OperatorActor,
  { item, file }: { item: string; file: Uint8Array },
  { secret }: { secret: Pick<Secret, 'seal'> },
): Promise<{ importId: string; row: ItemRow }> {
  requireRole(actor, 'shop.import-codes')
  const row = await requireGiftCard(tx, item)
  const { lines, filled } = linesOf(file)
  if (filled === 0) throw problem('csv_unreadable', { detail: 'There are no codes in this file.' })
  if (filled - (hasHeading(file) ? 1 : 0) > CODES_MAX)
    throw problem('payload_too_large', { detail: `At most ${CODES_MAX} codes at a time.` })
  const operatorId = actor.via === 'job' ? null : actor.operatorId
  // A command has its file open for as long as it runs.
  const isLimited = operatorId !== null && actor.via !== 'command'
  if (isLimited && (await lockOpenImports(tx, operatorId)) >= CODE_IMPORTS_AT_ONCE_MAX)
    throw problem('conflict', {
      detail: `You have ${CODE_IMPORTS_AT_ONCE_MAX} files of codes open. Import, cancel or discard one first.`,
    })
  const importId = newId('codeImport')
  await insertCodeImport(tx, { id: importId, itemId: row.id, operatorId, madeBy: authorOf(actor), lines })
  for (let at = 0; at < file.length; at += partBytes) {
    const id = `${importId}.${String(at / partBytes).padStart(4, '0')}`
    const content = sealFilePart(secret, id, file.subarray(at, at + partBytes))
    await insertPart(tx, importId, { id, content })
  }
  return { importId, row }
}

export async function requireGiftCard(db: Db, item: string): Promise<ItemRow> {
  const row = await requireItem(db, item)
  if (row.kind === 'gift_card') return row
  throw problem('conflict', { detail: `${row.slug} is not a gift card: it has no codes.` })
}

/** Whether the first line of a file says what the others are. */
function hasHeading(file: Uint8Array): boolean {
  const start = new TextDecoder().decode(file.subarray(0, 200)).trimStart()
  return /^"?code"?[ \t]*[\r\n]/i.test(start)
}

const [newline, carriageReturn] = [0x0a, 0x0d]

/** How many lines a file has, and how many of them have something in them. */
function linesOf(file: Uint8Array): { lines: number; filled: number } {
  let [lines, filled, length] = [0, 0, 0]
  for (let at = 0; at < file.length; at += 1) {
    const byte = file[at]
    if (byte !== newline && byte !== carriageReturn) {
      length += 1
      continue
    }
    if (byte === carriageReturn && file[at + 1] === newline) continue
    lines += 1
    if (length > 0) filled += 1
    length = 0
  }
  return length > 0 ? { lines: lines + 1, filled: filled + 1 } : { lines, filled }
}
