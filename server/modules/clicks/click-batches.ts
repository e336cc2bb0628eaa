import { sql } from 'kysely'
import { wasPutBack } from '#server/platform/backup/restoration.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { onceByKey, type ClickSegment } from './click-sink.ts'

/** A file that comes back later than this finds its clicks, if not its key; nothing is counted twice. */
export const keysRetainedDays = 90

/** A segment of a batch; `sequence` is its number in the log of clicks, null where it came from a file. */
export interface BatchPart {
  key: string
  sequence: number | null
  /** Its lines, where no file and no log has them; until it is stored. */
  text?: string
  /** Nobody had it when the others of its batch were stored, so that whether it is there is asked click by click. */
  wasMissing?: true
}

/** Segments that are stored together, and always those: a retry is the same insert. */
export interface ClickBatch {
  id: string
  parts: BatchPart[]
  /** The store may have it and not know it by its token: it has forgotten that, or had it in another batch. */
  mayBeThere: boolean
  /** The store knows its token, where it has had it: what it took of a first try only in part is made whole by another. */
  isTokenKnown: boolean
}

/**
 * Makes a batch of the segments that are in none yet, and answers the batches of all of them that are not stored. A
 * segment that PostgreSQL's sink has stored is in none, and done with. With `keepText` the batch has the clicks
 * themselves.
 */
export async function claimBatches(
  db: Db,
  segments: ClickSegment[],
  { keepText = false } = {},
): Promise<string[]> {
  const parts = segments.map(({ key, sequence, days, text }) => {
    const part: BatchPart = { key, sequence: sequence ?? null, ...(keepText && { text }) }
    return { key, lines: days.length, part }
  })
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) p (key text, lines integer, part jsonb)
    ), fresh as (
      insert into click_segment (key, lines, batch_id) select key, lines, ${newId('clickBatch')} from given order by key
      on conflict do nothing returning key, batch_id
    )
    insert into click_batch (id, parts)
    select batch_id, jsonb_agg(part order by key) from fresh join given using (key) group by batch_id`.execute(
    db,
  )
  return await openBatchesOf(
    db,
    segments.map(({ key }) => key),
  )
}

/**
 * The batches of segments that are not stored. A statement of its own: one that waited for another's claim does not see
 * what that was, and would take the segment as done.
 */
export async function openBatchesOf(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.id from click_segment s join click_batch b on b.id = s.batch_id
    where s.key = any (${keys}) and b.stored_at is null order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Some batches that wait to be stored and have their clicks themselves. */
export async function batchesWithText(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from click_batch where stored_at is null and parts -> 0 ? 'text' order by id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A database that was put back knows nothing of batches made since. */
const batch = sql`
  id, parts, made_at >= now() - interval '1 hour' as "isTokenKnown",
  made_at < now() - interval '1 hour' or ${wasPutBack} as "mayBeThere"`

/** A batch that is not stored; null where it is. */
export async function openBatch(db: Db, id: string): Promise<ClickBatch | null> {
  const { rows } = await sql<ClickBatch>`
    select ${batch} from click_batch where id = ${id} and stored_at is null`.execute(db)
  return rows.map(withDistinctParts)[0] ?? null
}

/** Locks a batch that is not stored; null where another has stored it by now. */
export async function lockBatch(tx: Tx, id: string): Promise<ClickBatch | null> {
  const { rows } = await sql<ClickBatch>`
    select ${batch} from click_batch where id = ${id} and stored_at is null for update`.execute(tx)
  return rows.map(withDistinctParts)[0] ?? null
}

/** A batch of 0.1.0 may have a segment twice that was given to it twice at once. */
function withDistinctParts<T extends Pick<ClickBatch, 'parts'>>(batch: T): T {
  return { ...batch, parts: onceByKey(batch.parts) }
}

/** Takes parts out of a locked batch that nobody has, into one of their own, which waits for them. */
export async function setMissingAside(
  tx: Tx,
  { id, parts }: Pick<ClickBatch, 'id' | 'parts'>,
  missing: string[],
): Promise<void> {
  const left = parts.filter(({ key }) => !missing.includes(key))
  const aside = parts
    .filter(({ key }) => missing.includes(key))
    .map((part) => ({ ...part, wasMissing: true }))
  const asideId = newId('clickBatch')
  await sql`
    insert into click_batch (id, parts, made_at)
    select ${asideId}, ${JSON.stringify(aside)}::jsonb, made_at from click_batch where id = ${id}`.execute(tx)
  await sql`update click_batch set parts = ${JSON.stringify(left)}::jsonb where id = ${id}`.execute(tx)
  const { rows } = await sql<{ key: string; lines: number }>`
    delete from click_segment where key = any (${missing}) and batch_id = ${id} returning key, lines`.execute(
    tx,
  )
  await sql`
    insert into click_segment (key, lines, batch_id)
    select key, lines, ${asideId} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s (key text, lines integer)
    order by key`.execute(tx)
}

/**
 * Sets batches aside as a whole that were made more than some days ago and that nobody has any more: by then a log has
 * none of theirs, and machines whose files they are do not come back. Answers their ids. One that comes all the same is stored.
 */
export async function setExpiredAside(
  db: Db,
  { days, fromLog }: { days: number; fromLog: boolean },
): Promise<string[]> {
  const isOfLog = sql`not exists (select from jsonb_array_elements(parts) p (part) where part ->> 'sequence' is null)`
  const { rows } = await sql<{ id: string }>`
    update click_batch set parts = (
      select jsonb_agg(part || '{"wasMissing": true}'::jsonb order by at)
      from jsonb_array_elements(parts) with ordinality p (part, at))
    where stored_at is null and made_at < now() - make_interval(days => ${days})
      and not parts -> 0 ? 'wasMissing' and not parts -> 0 ? 'text' ${fromLog ? sql`and ${isOfLog}` : sql``}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes that a batch is stored, with its transaction. */
export async function markStored(tx: Tx, { id, parts }: Pick<ClickBatch, 'id' | 'parts'>): Promise<void> {
  const hasText = parts.some(({ text }) => text !== undefined)
  const bare = hasText
    ? sql`, parts = (select jsonb_agg(part - 'text' order by at) from jsonb_array_elements(parts) with ordinality p (part, at))`
    : sql``
  await sql`update click_batch set stored_at = now() ${bare} where id = ${id}`.execute(tx)
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
  return rows.map(withDistinctParts)
}

/** Batches that wait to be stored, for how many seconds the oldest does, and how many clicks nobody has had since. */
export async function waitingBatches(db: Db): Promise<{
  batches: number
  oldestSec: number
  missing: number
}> {
  const { rows } = await sql<{ batches: number; oldestSec: number; missing: number }>`
    select count(*) filter (where not missing)::integer as batches,
           coalesce(extract(epoch from now() - min(made_at) filter (where not missing)), 0)::float8 as "oldestSec",
           coalesce(sum(lines) filter (where missing), 0)::integer as missing
    from (select made_at, parts -> 0 ? 'wasMissing' as missing,
                 (select sum(lines) from click_segment s where s.batch_id = b.id) as lines
          from click_batch b where stored_at is null) waiting`.execute(db)
  return rows[0]!
}

/**
 * For how many seconds the oldest batch has waited that is on its way; 0 where none is. One that still waits after a day
 * while others are stored is not: its clicks are on a machine that is gone.
 */
export async function longestOnItsWaySec(db: Db): Promise<number> {
  const { rows } = await sql<{ sec: number }>`
    select coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as sec
    from click_batch,
         (select max(stored_at) as at from (select stored_at from click_batch order by id desc limit 50) b) stored
    where stored_at is null and not parts -> 0 ? 'wasMissing'
      and (made_at > now() - interval '1 day' or stored.at is null or stored.at < made_at + interval '1 hour')`.execute(
    db,
  )
  return rows[0]!.sec
}
