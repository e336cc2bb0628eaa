import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import * as endpoints from '#contracts/operator-audit.endpoints.ts'
import type { AuditEntryView } from '#contracts/operator-audit.schemas.ts'
import { readsMembers } from '#rules/operator-permissions.ts'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { answerFile, bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inSnapshot } from '#server/platform/transaction.ts'
import {
  changesOfEntry,
  checkAuditLog,
  listAuditEntries,
  type AuditEntry,
  type AuditFilters,
  type LogReader,
} from './audit-log.ts'

const place = z.int().check(z.positive())

/** The routes by which the log is read. */
export function auditRoutes(secret: Secret): Route[] {
  return [
    bind(endpoints.listAuditLog, async ({ db, actor, query: { limit, cursor, ...filters } }) => {
      const beforeSeq = cursor === undefined ? undefined : decodeCursor(place, cursor)
      const query = { ...filters, isNamed: readsMembers(actor), beforeSeq, limit: limit + 1 }
      const page = pageOf(await listAuditEntries(db, query, keysOf(actor, secret)), limit, ({ seq }) => seq)
      return { ...page, items: page.items.map(view) }
    }),
    bind(endpoints.getAuditEntry, async ({ db, actor, params: { id } }) => {
      const query = { id, isNamed: readsMembers(actor), limit: 1 }
      const [entry] = await listAuditEntries(db, query, keysOf(actor, secret))
      if (!entry) throw problem('not_found')
      return { ...view(entry), ...(await changesOfEntry(db, id)) }
    }),
    bind(endpoints.checkAuditChain, async ({ db }) => {
      const { differences, ...check } = await inSnapshot(db, checkAuditLog)
      const byTable = Map.groupBy(differences, ({ table }) => table)
      return {
        ...check,
        differences: [...byTable].map(([table, rows]) => ({ table, count: rows.length })),
      }
    }),
    bind(endpoints.exportAuditCsv, async ({ db, actor, query }) =>
      answerFile(Readable.from(csvOf(pages(db, query, actor, secret))), 'audit-log.csv'),
    ),
    bind(endpoints.exportAuditJson, async ({ db, actor, query }) =>
      answerFile(Readable.from(jsonOf(pages(db, query, actor, secret))), 'audit-log.json'),
    ),
  ]
}

/** What opens the values of members, for who may read of members. */
function keysOf(actor: OperatorCaller, secret: Secret): LogReader | undefined {
  return readsMembers(actor) ? { reader: actor, secret } : undefined
}

async function* pages(
  db: Db,
  filters: AuditFilters,
  actor: OperatorCaller,
  secret: Secret,
): AsyncGenerator<AuditEntry[]> {
  const limit = 500
  const isNamed = readsMembers(actor)
  for (let beforeSeq: number | undefined; ;) {
    const entries = await listAuditEntries(
      db,
      { ...filters, isNamed, beforeSeq, limit },
      keysOf(actor, secret),
    )
    yield entries
    if (entries.length < limit) return
    beforeSeq = entries.at(-1)!.seq
  }
}

const columns = [
  'seq',
  'id',
  'at',
  'by',
  'via',
  'action',
  'target',
  'before',
  'after',
  'reason',
  'personal',
  'requestId',
] as const

async function* csvOf(found: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const entries of found)
    yield entries.map((entry) => csvLine(columns.map((column) => cell(entry[column])))).join('')
}

function cell(value: unknown): string | number | Date | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Date) return value
  return JSON.stringify(value)
}

async function* jsonOf(found: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const entries of found)
    for (const entry of entries) {
      yield `${separator}\n${JSON.stringify(view(entry))}`
      separator = ','
    }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

function view({ at, before, after, personal, ...entry }: AuditEntry): AuditEntryView {
  return { ...entry, at: at.toISOString(), before: before ?? null, after: after ?? null, personal }
}
