import type { OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { bringCodes, confirmCodeImport } from './bring-codes.ts'
import { checkCodeFile } from './check-code-file.ts'
import { deleteCodeImport, lockCodeImport, refusedLines } from './code-import-queries.ts'
import type { ItemRow } from './item-queries.ts'
import { lockImports } from './item-writes.ts'
import { openCode } from './shop-secret.ts'
import { startCodeImport } from './start-code-import.ts'

/** Wrong lines that a refusal names one by one. */
const namedMax = 20

/** A line of a file that no code is taken from. */
export interface RefusedLine {
  line: number
  /** `duplicate`: its code is in the file before, or in a pool. */
  kind: 'duplicate' | 'invalid'
  /** Why, without the code. */
  why: string
  /** What stands in it. */
  text: string
}

/** What a file of codes brings. */
export interface ImportedCodes {
  imported: number
  refused: RefusedLine[]
}

/**
 * The whole way of a file at once, for commands: all or none of its codes come into the pool of a gift card. Throws
 * `validation_failed` with the lines that are wrong, that repeat another of the file, or whose code is in a pool already.
 * With `onlyNew` those lines are left out and answered; `conflict` where nothing is new.
 */
export async function importCodes(
  tx: Tx,
  actor: OperatorActor,
  { item, text, reason, onlyNew = false }: { item: string; text: string; reason: string; onlyNew?: boolean },
  { secret }: { secret: Pick<Secret, 'hash' | 'open' | 'seal'> },
): Promise<ImportedCodes & { row: ItemRow }> {
  await lockImports(tx)
  const { importId, row } = await startCodeImport(tx, actor, { item, file: Buffer.from(text) }, { secret })
  await checkCodeFile(tx, importId, { secret })
  const operatorId = actor.via === 'job' ? null : actor.operatorId
  const found = (await lockCodeImport(tx, importId, { itemId: row.id, operatorId }))!
  if (found.failure !== null) throw wrongFile(found.failure)
  const refused: RefusedLine[] = (await refusedLines(tx, importId, { after: 0, limit: found.lines })).map(
    ({ id, line, content, refusedAs, why }) => ({
      line,
      kind: refusedAs,
      why,
      text: openCode(secret, { id, code: content }),
    }),
  )
  if (!onlyNew) requireNone(refused)
  await confirmCodeImport(tx, actor, { found, item: row, reason })
  const imported = await bringCodes(tx, importId)
  await deleteCodeImport(tx, importId)
  return { row, imported, refused }
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
