import { Readable } from 'node:stream'
import * as contract from '#contracts/operator-shop.endpoints.ts'
import type { CodeImport } from '#contracts/operator-shop.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { answer, answerFile, bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Secret } from '#server/platform/secret.ts'
import { confirmCodeImport } from './bring-codes.ts'
import { requireItem } from './change-item.ts'
import {
  codeImportsOf,
  deleteCodeImport,
  lockCodeImport,
  refusedLines,
  type CodeImportRow,
  type ImportOf,
} from './code-import-queries.ts'
import { refusedCodesHead, refusedCodesLines } from './refused-codes-csv.ts'
import { openCode } from './shop-secret.ts'
import { startCodeImport } from './start-code-import.ts'
import { takeBackCodes } from './take-back-codes.ts'

const pageRows = 1_000

/**
 * The endpoints of contracts/operator-shop.endpoints.ts about files of codes. An operator has their own, and no other's.
 */
export function codeImportRoutes({ secret, enqueue }: { secret: Secret; enqueue: Jobs['add'] }): Route[] {
  const one = async (db: Db, of: ImportOf, importId: string) =>
    viewOf((await codeImportsOf(db, of, importId))[0]!)
  return [
    bind(contract.startCodeImport, async ({ transaction, actor, params: { slug }, body }) =>
      transaction(async (tx) => {
        const { importId, row } = await startCodeImport(tx, actor, { item: slug, file: body }, { secret })
        await enqueue(tx, 'import-codes', { importId })
        return answer(202, await one(tx, { itemId: row.id, operatorId: actor.operatorId }, importId))
      }),
    ),
    bind(contract.listCodeImports, async ({ db, actor, params: { slug } }) => {
      const { id: itemId } = await requireItem(db, slug)
      return { items: (await codeImportsOf(db, { itemId, operatorId: actor.operatorId })).map(viewOf) }
    }),
    bind(contract.confirmCodeImport, async ({ transaction, actor, params: { slug, importId }, body }) =>
      transaction(async (tx) => {
        const item = await requireItem(tx, slug)
        const of = { itemId: item.id, operatorId: actor.operatorId }
        const found = await ownImport(tx, of, importId)
        await confirmCodeImport(tx, actor, { found, item, ...body })
        await enqueue(tx, 'import-codes', { importId })
        return answer(202, await one(tx, of, importId))
      }),
    ),
    bind(contract.removeCodeImport, async ({ transaction, actor, params: { slug, importId } }) => {
      await transaction(async (tx) => {
        const { id: itemId } = await requireItem(tx, slug)
        const { state } = await ownImport(tx, { itemId, operatorId: actor.operatorId }, importId)
        if (state === 'importing')
          throw problem('conflict', {
            detail: 'Its codes are being imported. You can take them back afterwards.',
          })
        await deleteCodeImport(tx, importId)
      })
      return answer(204, null)
    }),
    bind(contract.downloadRefusedCodes, async ({ db, actor, params: { slug, importId } }) => {
      const { id: itemId } = await requireItem(db, slug)
      const [found] = await codeImportsOf(db, { itemId, operatorId: actor.operatorId }, importId)
      if (!found) throw noImport()
      return answerFile(Readable.from(refusedCsv(db, importId, secret)), `${slug}-refused.csv`)
    }),
    bind(contract.takeBackItemCodes, async ({ transaction, actor, params: { slug, importId }, body }) =>
      transaction((tx) => takeBackCodes(tx, actor, { item: slug, importId, ...body })),
    ),
  ]
}

async function ownImport(tx: Tx, of: ImportOf, importId: string): Promise<CodeImportRow> {
  const found = await lockCodeImport(tx, importId, of).catch((error: unknown) => {
    if ((error as { code?: string }).code === '55P03')
      throw problem('conflict', { detail: 'This file is being worked on. Try again in a moment.' })
    throw error
  })
  if (!found) throw noImport()
  return found
}

function noImport(): Error {
  return problem('not_found', { detail: 'There is no such file, or it has expired.' })
}

function viewOf({ row, refused }: { row: CodeImportRow; refused: CodeImport['refused'] }): CodeImport {
  const { itemId: _, madeBy: _by, reason: _why, startedAt, endedAt, expiresAt, ...rest } = row
  return {
    ...rest,
    refused,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  }
}

async function* refusedCsv(db: Db, importId: string, secret: Secret): AsyncGenerator<string> {
  yield refusedCodesHead
  for (let after = 0; ;) {
    const rows = await refusedLines(db, importId, { after, limit: pageRows })
    yield refusedCodesLines(
      rows.map(({ id, line, content, why }) => ({
        line,
        why,
        text: openCode(secret, { id, code: content }),
      })),
    )
    if (rows.length < pageRows) return
    after = rows.at(-1)!.line
  }
}
