import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { ClickSegment } from './click-sink.ts'

/** A segment of a batch; `sequence` is its number in the log of clicks, null where it came from a file. */
export interface BatchPart {
  key: string
  sequence: number | null
}

/** Segments that are stored together, and always those: a retry is the same insert. */
export interface ClickBatch {
  id: string
  parts: BatchPart[]
  madeAt: Date
}

/**
 * Makes a batch of the segments that are in none yet, and answers the batches of all of them that are not stored. A
 * segment that PostgreSQL's sink has stored is in none, and done with.
 */
export async function claimBatches(db: Db, segments: ClickSegment[]): Promise<string[]> {
  const parts = segments.map(({ key, sequence, days }) => ({
    key,
    sequence: sequence ?? null,
    lines: days.length,
  }))
  const { rows } = await sql<{ id: string }>`
    with part as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) p (key text, sequence bigint, lines integer)
    ), fresh as (
      insert into click_segment (key, lines, batch_id) select key, lines, ${newId('clickBatch')} from part order by key
      on conflict do nothing returning key, batch_id
    ), made as (
      insert into click_batch (id, parts)
      select batch_id, jsonb_agg(jsonb_build_object('key', key, 'sequence', sequence) order by key)
      from fresh join part using (key) group by batch_id
      returning id
    )
    select id from made
    union
    select b.id from part join click_segment s using (key) join click_batch b on b.id = s.batch_id
    where b.stored_at is null
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a batch that is not stored; null where another has stored it by now. */
export async function lockBatch(tx: Tx, id: string): Promise<ClickBatch | null> {
  const { rows } = await sql<ClickBatch>`
    select id, parts, made_at as "madeAt" from click_batch where id = ${id} and stored_at is null for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Writes that a batch is stored, with its transaction. */
export async function markStored(tx: Tx, id: string): Promise<void> {
  await sql`update click_batch set stored_at = now() where id = ${id}`.execute(tx)
}

/** Batches that were stored, in the order they were made; those after one. */
export async function storedBatches(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<ClickBatch, 'id' | 'parts'>[]> {
  const { rows } = await sql<Pick<ClickBatch, 'id' | 'parts'>>`
    select id, parts from click_batch where stored_at is not null and id > ${after} order by id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Batches that wait to be stored, and for how many seconds the oldest does. */
export async function waitingBatches(db: Db): Promise<{ batches: number; oldestSec: number }> {
  const { rows } = await sql<{ batches: number; oldestSec: number }>`
    select count(*)::integer as batches,
           coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as "oldestSec"
    from click_batch where stored_at is null`.execute(db)
  return rows[0]!
}
