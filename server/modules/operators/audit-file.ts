import { Readable } from 'node:stream'
import { isAllowed, readsMembers } from '#rules/operator-permissions.ts'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { answerFile } from '#server/platform/http/bind.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listAuditEntries, type AuditEntry, type AuditFilters } from './audit-log.ts'
import { entryView } from './entry-view.ts'
import { filtersInLog } from './filters-in-log.ts'
import { operate } from './operate.ts'

type Form = 'csv' | 'json'

/**
 * The log as a file, without the values of members, which are opened one by one. One that names members is an entry of the
 * log, as a file by job is; to who may not take such a one it names none.
 */
export async function auditFile(
  db: Db,
  actor: OperatorCaller,
  form: Form,
  filters: AuditFilters,
): Promise<ReturnType<typeof answerFile>> {
  const isNamed = readsMembers(actor) && isAllowed(actor, 'list.export')
  if (isNamed) await inTransaction(db, async (tx) => await recordFile(tx, actor, form, filters))
  const found = pages(db, { ...filters, isNamed })
  return answerFile(Readable.from(form === 'csv' ? csvOf(found) : jsonOf(found)), `audit-log.${form}`)
}

/** Says who took it, narrowed by what. */
async function recordFile(tx: Tx, actor: OperatorCaller, form: Form, asked: AuditFilters): Promise<void> {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const { filters, member } = await filtersInLog(tx, Object.fromEntries(given))
  await operate(tx, actor, { action: 'list.export', target: 'audit', after: { form, filters }, member })
}

async function* pages(db: Db, filters: AuditFilters): AsyncGenerator<AuditEntry[]> {
  const limit = 500
  for (let beforeSeq: number | undefined; ;) {
    const entries = await listAuditEntries(db, { ...filters, beforeSeq, limit })
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
      yield `${separator}\n${JSON.stringify(entryView(entry))}`
      separator = ','
    }
  yield separator === '[' ? '[]\n' : '\n]\n'
}
