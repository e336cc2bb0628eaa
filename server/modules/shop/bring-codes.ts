import { sql } from 'kysely'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inStep } from '#server/platform/transaction.ts'
import { lockImporting, moveCodes, setImporting, type CodeImportRow } from './code-import-queries.ts'
import type { ItemRow } from './item-queries.ts'
import { lockImports, recordChange } from './item-writes.ts'

const notToImport: Record<Exclude<CodeImportRow['state'], 'checked'>, string> = {
  waiting: 'This file has not been read yet.',
  checking: 'This file is still being read.',
  importing: 'The codes of this file are being imported already.',
  imported: 'The codes of this file were imported already.',
  failed: 'This file could not be read.',
}

/**
 * The act of importing what was found new in a file: `bringCodes` does it. Throws `conflict` where there is nothing to
 * import.
 */
export async function confirmCodeImport(
  tx: Tx,
  actor: OperatorActor,
  { found, item, reason }: { found: CodeImportRow; item: Pick<ItemRow, 'slug'>; reason: string },
): Promise<void> {
  if (found.state !== 'checked') throw problem('conflict', { detail: notToImport[found.state] })
  if (found.codes === 0) throw problem('conflict', { detail: 'Nothing was imported: no code is new.' })
  await operate(tx, actor, {
    action: 'shop.import-codes',
    target: item.slug,
    after: { codes: found.codes, importId: found.id },
    reason,
  })
  await setImporting(tx, found.id, authorOf(actor), reason)
}

/**
 * Brings the new codes of an import into the pool, all in one transaction: a worker that is killed brought none, and one
 * that comes after it brings each once. Answers how many came in.
 */
export async function bringCodes(db: Db, importId: string): Promise<number> {
  return await inStep(db, async (tx) => {
    // 100,000 take 5 s, on a slow disk a minute.
    await sql`set local statement_timeout = '15min'`.execute(tx)
    await lockImports(tx)
    const found = await lockImporting(tx, importId)
    if (!found) return 0
    const added = await moveCodes(tx, found)
    if (added > 0)
      await recordChange(tx, found.itemId, {
        author: found.madeBy,
        reason: found.reason!,
        changes: { codes: { added, importId } },
      })
    return added
  })
}
