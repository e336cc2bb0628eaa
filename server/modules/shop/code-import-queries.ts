import { sql } from 'kysely'
import { CODE_IMPORT_HOURS } from '#contracts/operator-shop.constants.ts'
import type { CodeImport } from '#contracts/operator-shop.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** What a file of codes is to the job that works on it. */
export interface CodeImportRow extends Omit<CodeImport, 'startedAt' | 'endedAt' | 'expiresAt' | 'refused'> {
  itemId: string
  madeBy: string
  reason: string | null
  startedAt: Date
  endedAt: Date | null
  expiresAt: Date
}

const columns = sql`
  id, item_id as "itemId", made_by as "madeBy", state, lines, lines_read as "linesRead", codes, duplicates, invalid, failure,
  reason, started_at as "startedAt", ended_at as "endedAt", expires_at as "expiresAt"`

/** Whose file it is. Only its operator sees or changes it. */
export interface ImportOf {
  itemId: string
  operatorId: string | null
}

/** An operator's files for an item that have not expired, the newest first; or the one that is asked for. */
export async function codeImportsOf(
  db: Db,
  { itemId, operatorId }: ImportOf,
  importId?: string,
): Promise<{ row: CodeImportRow; refused: CodeImport['refused'] }[]> {
  const { rows } = await sql<CodeImportRow & { refused: CodeImport['refused'] }>`
    select ${columns}, coalesce((
      select json_agg(json_build_object('line', l.line, 'why', l.why) order by l.line)
      from (select line, why from shop_code_import_line
            where import_id = shop_code_import.id and refused_as is not null order by line limit 5) l), '[]') as refused
    from shop_code_import
    where item_id = ${itemId} and operator_id is not distinct from ${operatorId} and expires_at > now()
      ${importId === undefined ? sql`` : sql`and id = ${importId}`}
    order by started_at desc, id desc limit 20`.execute(db)
  return rows.map(({ refused, ...row }) => ({ row, refused }))
}

/**
 * One of them, locked in a transaction; undefined for another's. It waits for a batch that is read, and fails with
 * `lock_not_available` where the codes are being brought: that takes longer.
 */
export async function lockCodeImport(
  tx: Tx,
  importId: string,
  { itemId, operatorId }: ImportOf,
): Promise<CodeImportRow | undefined> {
  await sql`set local lock_timeout = '2s'`.execute(tx)
  const { rows } = await sql<CodeImportRow>`
    select ${columns} from shop_code_import
    where id = ${importId} and item_id = ${itemId} and operator_id is not distinct from ${operatorId}
      and expires_at > now() for update`.execute(tx)
  await sql`set local lock_timeout to default`.execute(tx)
  return rows[0]
}

/** How many of an operator's files are not over; no other begins until the transaction ends. */
export async function lockOpenImports(tx: Tx, operatorId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code imports of ${operatorId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shop_code_import
    where operator_id = ${operatorId} and ended_at is null and expires_at > now()`.execute(tx)
  return rows[0]!.count
}

/** Inserts a file that is to be read; its parts are sealed. */
export async function insertCodeImport(
  tx: Tx,
  { id, itemId, operatorId, madeBy, lines }: ImportOf & { id: string; madeBy: string; lines: number },
): Promise<void> {
  await sql`
    insert into shop_code_import (id, item_id, operator_id, made_by, lines, expires_at)
    values (${id}, ${itemId}, ${operatorId}, ${madeBy}, ${lines}, now() + ${CODE_IMPORT_HOURS} * interval '1 hour')`.execute(
    tx,
  )
}

export async function insertPart(
  tx: Tx,
  importId: string,
  { id, content }: { id: string; content: string },
): Promise<void> {
  await sql`
    insert into shop_code_import_part (id, import_id, content) values (${id}, ${importId}, ${content})`.execute(
    tx,
  )
}

/** The sealed parts of a file, in order; none once it was read. */
export async function partsOf(db: Db, importId: string): Promise<{ id: string; content: string }[]> {
  const { rows } = await sql<{ id: string; content: string }>`
    select id, content from shop_code_import_part where import_id = ${importId} order by id`.execute(db)
  return rows
}

/** Begins to read a file, or goes on after a worker that was killed; undefined where there is nothing to read. */
export async function beginCheck(db: Db, importId: string): Promise<CodeImportRow | undefined> {
  const { rows } = await sql<CodeImportRow>`
    update shop_code_import set state = 'checking'
    where id = ${importId} and state in ('waiting', 'checking') returning ${columns}`.execute(db)
  return rows[0]
}

/** Whether a file is still being read and was read up to a line: another worker, or a cancellation, came between. */
export async function lockAt(tx: Tx, importId: string, linesRead: number): Promise<boolean> {
  const { rows } = await sql`
    select from shop_code_import
    where id = ${importId} and state = 'checking' and lines_read = ${linesRead} for update`.execute(tx)
  return rows.length > 0
}

/** A line as it is kept. */
export interface KeptLine {
  id: string
  line: number
  content: string
  fingerprint: Buffer | null
  refusedAs: 'duplicate' | 'invalid' | null
  why: string | null
}

/** Keeps lines that were read, and how far that is. */
export async function insertLines(tx: Tx, importId: string, lines: readonly KeptLine[]): Promise<void> {
  await sql`
    insert into shop_code_import_line (id, import_id, line, content, fingerprint, refused_as, why)
    select l.id, ${importId}, l.line, l.content, decode(l.fingerprint, 'hex'), l.refused_as, l.why
    from unnest(${lines.map(({ id }) => id)}::text[], ${lines.map(({ line }) => line)}::int[],
                ${lines.map(({ content }) => content)}::text[],
                ${lines.map(({ fingerprint }) => fingerprint?.toString('hex') ?? null)}::text[],
                ${lines.map(({ refusedAs }) => refusedAs)}::text[], ${lines.map(({ why }) => why)}::text[])
      as l (id, line, content, fingerprint, refused_as, why)`.execute(tx)
  const count = (as: KeptLine['refusedAs']) => lines.filter(({ refusedAs }) => refusedAs === as).length
  await sql`
    update shop_code_import set lines_read = ${lines.at(-1)!.line}, codes = codes + ${count(null)},
      duplicates = duplicates + ${count('duplicate')}, invalid = invalid + ${count('invalid')}
    where id = ${importId}`.execute(tx)
}

/** Ends the reading: of the file stays what was read. Where it was ended before, by another worker, nothing changes. */
export async function endCheck(tx: Tx, importId: string, failure: string | null): Promise<void> {
  const ended =
    failure === null
      ? sql`state = 'checked', lines_read = greatest(lines, lines_read)`
      : sql`state = 'failed', failure = ${failure}, ended_at = now(), codes = 0, duplicates = 0, invalid = 0`
  const { rows } = await sql`
    update shop_code_import set ${ended} where id = ${importId} and state = 'checking' returning id`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`delete from shop_code_import_part where import_id = ${importId}`.execute(tx)
  if (failure !== null) await sql`delete from shop_code_import_line where import_id = ${importId}`.execute(tx)
}

/** Where a code is already: in an earlier line of the file, or in a pool. */
export interface KnownCode {
  line: number | null
  slug: string | null
}

/** Which of some codes are known, by their fingerprints in hexadecimal. */
export async function knownCodes(
  tx: Db,
  importId: string,
  fingerprints: readonly Buffer[],
): Promise<Map<string, KnownCode>> {
  const { rows } = await sql<KnownCode & { fingerprint: string }>`
    select f.fingerprint, l.line, i.slug
    from unnest(${fingerprints.map((one) => one.toString('hex'))}::text[]) as f (fingerprint)
    -- Each by the index: planned as a join it reads every line and every code for each batch.
    left join lateral (
      select line from shop_code_import_line
      where import_id = ${importId} and fingerprint = decode(f.fingerprint, 'hex') and refused_as is null limit 1) l on true
    left join lateral (
      select item_id from shop_code where fingerprint = decode(f.fingerprint, 'hex') limit 1) c on true
    left join shop_item i on i.id = c.item_id
    where l.line is not null or i.slug is not null`.execute(tx)
  return new Map(rows.map(({ fingerprint, ...known }) => [fingerprint, known]))
}

/** Says that a file's new codes are to be brought into the pool, and why. */
export async function setImporting(tx: Tx, importId: string, madeBy: string, reason: string): Promise<void> {
  await sql`
    update shop_code_import set state = 'importing', made_by = ${madeBy}, reason = ${reason},
      expires_at = now() + ${CODE_IMPORT_HOURS} * interval '1 hour'
    where id = ${importId}`.execute(tx)
}

/** One whose codes are to be brought, locked; undefined where that is done. */
export async function lockImporting(tx: Tx, importId: string): Promise<CodeImportRow | undefined> {
  const { rows } = await sql<CodeImportRow>`
    select ${columns} from shop_code_import where id = ${importId} and state = 'importing' for update`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Moves a file's new codes into the pool; those that came there meanwhile become refused lines. Answers how many came
 * in.
 */
export async function moveCodes(tx: Tx, { id, itemId }: CodeImportRow): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with brought as (
      insert into shop_code (id, item_id, import_id, code, fingerprint)
      select id, ${itemId}, ${id}, content, fingerprint from shop_code_import_line
      where import_id = ${id} and refused_as is null order by id
      on conflict (fingerprint) do nothing returning id)
    delete from shop_code_import_line l using brought b where l.id = b.id`.execute(tx)
  const { numAffectedRows: late = 0n } = await sql`
    update shop_code_import_line l
    set refused_as = 'duplicate', why = 'this code is in the pool of ' || i.slug || ' already'
    from shop_code c join shop_item i on i.id = c.item_id
    where l.import_id = ${id} and l.refused_as is null and c.fingerprint = l.fingerprint`.execute(tx)
  await sql`
    update shop_code_import set state = 'imported', ended_at = now(), codes = ${Number(numAffectedRows)},
      duplicates = duplicates + ${Number(late)}
    where id = ${id}`.execute(tx)
  return Number(numAffectedRows)
}

/** Lines that brought no code, after one of them; what stands in them is sealed. */
export async function refusedLines(
  db: Db,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(KeptLine & { refusedAs: 'duplicate' | 'invalid'; why: string })[]> {
  const { rows } = await sql<KeptLine & { refusedAs: 'duplicate' | 'invalid'; why: string }>`
    select id, line, content, fingerprint, refused_as as "refusedAs", why from shop_code_import_line
    where import_id = ${importId} and refused_as is not null and line > ${after} order by line limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Removes a file with all that was read of it. What it brought into the pool stays. */
export async function deleteCodeImport(tx: Tx, importId: string): Promise<void> {
  await sql`delete from shop_code_import where id = ${importId}`.execute(tx)
}

/** Files that are to be read or brought, for a job that goes on with what another left. */
export async function unfinishedImports(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from shop_code_import where state in ('waiting', 'checking', 'importing') order by started_at, id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Removes files that have expired; answers how many. */
export async function deleteExpiredImports(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from shop_code_import where expires_at <= now() and state <> 'importing'`.execute(db)
  return Number(numAffectedRows)
}
