import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import { problem } from '../http/problems.ts'
import { job, type Job, type Jobs } from '../jobs.ts'
import type { FileStore } from './file-store.ts'

/** Where files are served, by key. */
export const filesPrefix = '/files/'

/**
 * Files that people may see who know their name, at `/files/{key}`; those in a folder `private-…` are never shown
 * there. A file is written once and never changed.
 */
export interface Files {
  /** Writes a file under a random name. It stays only if `keep` is called within the hour. */
  write(db: Db, file: NewFile): Promise<string>
  /** Writes several, whose rows are one statement; answers their keys in the same order. */
  writeAll(db: Db, files: readonly NewFile[]): Promise<string[]>
  /** Keeps a file that was written, if and only if the transaction commits. */
  keep(tx: Tx, key: string): Promise<void>
  /** The same of a file that a person uploaded in an earlier request; false where it is gone, or kept already. */
  keepUploaded(tx: Tx, key: string): Promise<boolean>
  /** The bytes of a file that is kept. Throws `unavailable` where the store does not give it. */
  read(key: string): Promise<Uint8Array>
  /**
   * Removes a file after the transaction commits: a member's soon, a campaign's picture after a week, another after six
   * hours. One that is not ours is left alone.
   */
  drop(tx: Tx, key: string): Promise<void>
  /** Removes a file as soon as the transaction commits, whatever its folder; false for one that is gone or going. */
  erase(tx: Tx, key: string): Promise<boolean>
  jobs: Job[]
}

export interface NewFile {
  /** Its place, e.g. `photos`; `private-…` is not served. */
  folder: string
  /** Its type by the end of its name, e.g. `webp`. */
  extension: string
  bytes: Uint8Array
}

const removal = 'remove-dropped-files'

/**
 * A backup has the database first and then the files it names: a picture of a brand or an item that was replaced waits so
 * long, and what people show of themselves or sent us goes at once. A campaign's can be put back for a week.
 */
const isKeptOn = sql`
  since > now() - case when key like 'campaigns/%' then interval '7 days' else interval '6 hours' end
  and key not like 'photos/%' and key not like 'private-%'`

/** Of a dropped campaign's picture, while it may be kept again: an hour younger than what the job removes. */
const canBeKeptAgain = sql`
  state = 'dropped' and key like 'campaigns/%' and since > now() - interval '7 days' + interval '1 hour'`

export function openFiles({ store, db, enqueue }: { store: FileStore; db: Db; enqueue: Jobs['add'] }): Files {
  const writeAll: Files['writeAll'] = async (at, files) => {
    const keyed = files.map(({ folder, extension, bytes }) => ({
      key: `${folder}/${randomBytes(16).toString('hex')}.${extension}`,
      bytes,
    }))
    const keys = keyed.map(({ key }) => key)
    await sql`insert into stored_file (key) select unnest(${keys}::text[])`.execute(at)
    const put = async ({ key, bytes }: (typeof keyed)[number]) =>
      await store.put(key, bytes).catch((cause: unknown) => {
        throw problem('unavailable', { cause, internal: `Could not write ${key}` })
      })
    await Promise.all(keyed.map(put))
    return keys
  }
  return {
    write: async (at, file) => (await writeAll(at, [file]))[0]!,
    writeAll,
    keep: async (tx, key) => {
      const { numAffectedRows } = await sql`
        update stored_file set state = 'kept', since = now() where key = ${key} and state = 'new'`.execute(tx)
      if (numAffectedRows !== 1n) throw new Error(`${key} is not there to be kept`)
    },
    keepUploaded: async (tx, key) => {
      // Younger than what the job removes: it may be about to.
      const { numAffectedRows } = await sql`
        update stored_file set state = 'kept', since = now()
        where key = ${key} and state = 'new' and since > now() - interval '50 minutes'`.execute(tx)
      return numAffectedRows === 1n
    },
    read: async (key) =>
      await store.getBytes(key).catch((cause: unknown) => {
        throw problem('unavailable', { cause, internal: `Could not read ${key}` })
      }),
    drop: async (tx, key) => {
      if (await dropFile(tx, key)) await enqueue(tx, removal, {})
    },
    erase: async (tx, key) => {
      // Older than anything that waits: neither kept on nor kept again.
      const { numAffectedRows } = await sql`
        update stored_file set state = 'dropped', since = '-infinity'
        where key = ${key} and (state <> 'dropped' or since > '-infinity')`.execute(tx)
      if (numAffectedRows === 1n) await enqueue(tx, removal, {})
      return numAffectedRows === 1n
    },
    jobs: [
      job({
        name: removal,
        doc: 'Removes files that nothing shows any more, and those whose upload was broken off.',
        cron: '23 * * * *',
        run: async () => await removeDropped(db, store),
      }),
    ],
  }
}

/** Has a file removed by the job after the transaction commits; false for one that is not ours. */
export async function dropFile(tx: Tx, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update stored_file set state = 'dropped', since = now() where key = ${key}`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether a file is kept. No other transaction holds or drops it before this one ends. */
export async function holdFile(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from stored_file where key = ${key} and state = 'kept' for update`.execute(tx)
  return rows.length === 1
}

/** Keeps a campaign's picture again that was dropped in the last week; false where it is gone, or is about to be. */
export async function keepDroppedFile(tx: Tx, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update stored_file set state = 'kept', since = now() where key = ${key} and ${canBeKeptAgain}`.execute(tx)
  return numAffectedRows === 1n
}

/** Which of some files are kept, or can be again. */
export async function availableFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from stored_file
    where key = any (${keys}::text[]) and (state = 'kept' or (${canBeKeptAgain}))`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** The file goes before its row: killed between the two, the next run finds the row and no file, which is fine. */
async function removeDropped(db: Db, store: FileStore): Promise<number> {
  const { rows } = await sql<{ key: string }>`
    select key from stored_file
    where (state = 'dropped' and not (${isKeptOn})) or (state = 'new' and since < now() - interval '1 hour')
    order by since limit 1000`.execute(db)
  for (const { key } of rows) {
    await store.delete(key)
    await sql`delete from stored_file where key = ${key}`.execute(db)
  }
  return rows.length
}
