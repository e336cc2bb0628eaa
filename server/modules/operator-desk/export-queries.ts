import { sql } from 'kysely'
import { EXPORT_HOURS, type ExportList } from '#contracts/operator-desk.constants.ts'
import type { OperatorExport } from '#contracts/operator-desk.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'

type Row = Omit<OperatorExport, 'startedAt' | 'endedAt' | 'expiresAt'> & {
  startedAt: Date
  endedAt: Date | null
  expiresAt: Date
}

const columns = sql`
  id, list, filters, state, rows, total, started_at as "startedAt", ended_at as "endedAt", expires_at as "expiresAt"`

function view({ startedAt, endedAt, expiresAt, ...row }: Row): OperatorExport {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  }
}

/** An operator's files that have not expired, the newest first. */
export async function exportsOf(db: Db, operatorId: string): Promise<OperatorExport[]> {
  const { rows } = await sql<Row>`
    select ${columns} from operator_export where operator_id = ${operatorId} and expires_at > now()
    order by started_at desc, id desc limit 100`.execute(db)
  return rows.map(view)
}

/** One of them; undefined for another's. */
export async function exportById(
  db: Db,
  operatorId: string,
  id: string,
): Promise<OperatorExport | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from operator_export
    where id = ${id} and operator_id = ${operatorId} and expires_at > now()`.execute(db)
  return rows[0] && view(rows[0])
}

/** How many of an operator's files are being made; no other begins until the transaction ends. */
export async function lockExportsUnderWay(tx: Tx, operatorId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports of ${operatorId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operator_export
    where operator_id = ${operatorId} and state in ('waiting', 'running')`.execute(tx)
  return rows[0]!.count
}

/** Inserts a file that is to be made. */
export async function insertExport(
  tx: Tx,
  { id, operatorId, list, filters }: { id: string; operatorId: string; list: ExportList; filters: object },
): Promise<OperatorExport> {
  const { rows } = await sql<Row>`
    insert into operator_export (id, operator_id, list, filters, expires_at)
    values (${id}, ${operatorId}, ${list}, ${JSON.stringify(filters)}::jsonb, now() + ${EXPORT_HOURS} * interval '1 hour')
    returning ${columns}`.execute(tx)
  return view(rows[0]!)
}

interface BegunExport {
  /** Its number: what another one writes afterwards is refused to this one. */
  attempt: number
  list: ExportList
  operatorId: string
  filters: Record<string, string>
}

/** Begins, or after a worker that was killed or silent begins anew; undefined where it is over. */
export async function beginExport(tx: Tx, id: string): Promise<BegunExport | undefined> {
  const { rows } = await sql<BegunExport>`
    update operator_export set state = 'running', attempt = attempt + 1, rows = 0, total = null
    where id = ${id} and state in ('waiting', 'running')
    returning attempt, list, operator_id as "operatorId", filters`.execute(tx)
  await sql`delete from operator_export_part where export_id = ${id}`.execute(tx)
  return rows[0]
}

/** Keeps the next lines; false where it was cancelled, or begun anew by another worker, meanwhile. */
export async function addPart(
  tx: Tx,
  { id, attempt }: { id: string; attempt: number },
  { part, rows, total, content }: { part: number; rows: number; total: number | null; content: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update operator_export set rows = ${rows}, total = ${total}
    where id = ${id} and state = 'running' and attempt = ${attempt}`.execute(tx)
  if (numAffectedRows === 0n) return false
  await sql`
    insert into operator_export_part (export_id, part, content) values (${id}, ${part}, ${content})`.execute(
    tx,
  )
  return true
}

/** Ends one that is under way: an attempt only its own, without a number whichever it is. */
export async function endExport(
  tx: Db,
  { id, attempt }: { id: string; attempt?: number },
  state: 'ready' | 'cancelled' | 'failed',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update operator_export set state = ${state}, ended_at = now()
    where id = ${id} and state in ('waiting', 'running')
      and ${attempt === undefined ? sql`true` : sql`attempt = ${attempt}`}`.execute(tx)
  if (state !== 'ready' && numAffectedRows === 1n)
    await sql`delete from operator_export_part where export_id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

/** Removes one with its file. */
export async function deleteExport(tx: Tx, id: string): Promise<void> {
  await sql`delete from operator_export where id = ${id}`.execute(tx)
}

/** The compressed lines of a file, part after part. */
export async function* partsOf(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const { rows } = await sql<{ content: Buffer }>`
      select content from operator_export_part where export_id = ${id} and part = ${part}`.execute(db)
    if (!rows[0]) return
    yield rows[0].content
  }
}

/** Removes files that have expired; answers how many. */
export async function deleteExpiredExports(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from operator_export where expires_at <= now()`.execute(db)
  return Number(numAffectedRows)
}
