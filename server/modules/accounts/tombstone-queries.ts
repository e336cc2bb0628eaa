import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** Whom a tombstone is for: a hash of 32 bytes. The provider's subjects are random, so it cannot be reversed. */
export function personHash({ iss, sub }: { iss: string; sub: string }): Buffer {
  return createHash('sha256').update(`${iss} ${sub}`).digest()
}

/** Whether the person behind an identity was deleted. */
export async function hasTombstone(db: Db, identity: { iss: string; sub: string }): Promise<boolean> {
  const { rows } = await sql`
    select from tombstone where person_hash = ${personHash(identity)}`.execute(db)
  return rows.length > 0
}

export async function insertTombstone(tx: Tx, hash: Buffer): Promise<void> {
  // A member may leave, come back and leave again.
  await sql`
    insert into tombstone (person_hash) values (${hash})
    on conflict (person_hash) do update set deleted_at = excluded.deleted_at`.execute(tx)
}

/** Every tombstone of the database, in hexadecimal. */
export async function listTombstones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select encode(person_hash, 'hex') as hash from tombstone order by deleted_at`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** The members behind tombstones (in hexadecimal) who are still, or again, in the database. */
export async function membersUnder(db: Db, hashes: string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select uid from member
    where encode(sha256(convert_to(iss || ' ' || sub, 'UTF8')), 'hex') = any (${hashes})`.execute(db)
  return rows.map(({ uid }) => uid)
}
