import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { openWith, sealWith, type DataKey } from '#server/platform/sealing.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'

const purpose = 'audit member key'
const contextOf = (keyId: string) => `audit-member-key:${keyId}`

/** Where the members' keys are kept, for a rotation of SECRET. */
export const sealedMemberKeys: SealedColumn[] = [
  { table: 'public.audit_member_key', idColumn: 'id', column: 'sealed', purpose, contextOf },
]

/** The member an act is done to. */
export interface ActMember {
  uid: string
  /** What is of this person: sealed by their key, and unreadable once they have left. */
  personal?: { before?: unknown; after?: unknown; reason?: string }
  /** Needed with `personal`. */
  secret?: Pick<Secret, 'seal' | 'open'>
}

/** What a reader of the log gets of an entry's personal values. */
export interface PersonalValues {
  before?: unknown
  after?: unknown
  reason?: string
}

/**
 * The name that the log has for a member, made at their first entry: it says who they are until they leave. Null for one
 * who has left or never was.
 */
export async function memberKeyOf(tx: Tx, uid: string): Promise<string | null> {
  await sql`
    insert into audit_member_key (uid) select uid from member where uid = ${uid} and state <> 'deleted'
    on conflict (uid) do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`select id from audit_member_key where uid = ${uid}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Seals an entry's personal values by the key of their member, which is made where there is none yet. */
export async function sealPersonal(
  tx: Tx,
  { keyId, entryId }: { keyId: string; entryId: string },
  { personal, secret }: Pick<ActMember, 'personal' | 'secret'>,
): Promise<string | null> {
  if (personal === undefined || Object.values(personal).every((value) => value === undefined)) return null
  if (!secret) throw new Error('Personal values need what seals them')
  const made = secret.seal(purpose, contextOf(keyId), randomBytes(32).toString('base64'))
  // Locks the row: two first acts at the same time have one key.
  const { rows } = await sql<{ sealed: string }>`
    update audit_member_key set sealed = coalesce(sealed, ${made}) where id = ${keyId} returning sealed`.execute(
    tx,
  )
  return sealWith(dataKey(secret, keyId, rows[0]!.sealed), ofEntry(entryId), JSON.stringify(personal))
}

/** What opens the personal values of entries; it keeps each member's key. */
export async function openerOf(
  db: Db,
  secret: Pick<Secret, 'open'>,
  keyIds: string[],
): Promise<(entry: { id: string; memberKey: string; sealed: string }) => PersonalValues | 'erased'> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, sealed from audit_member_key where id = any(${[...new Set(keyIds)]}) and sealed is not null`.execute(
    db,
  )
  const keys = new Map(rows.map(({ id, sealed }) => [id, dataKey(secret, id, sealed)]))
  return ({ id, memberKey, sealed }) => {
    const key = keys.get(memberKey)
    return key ? (JSON.parse(openWith(key, ofEntry(id), sealed)) as PersonalValues) : 'erased'
  }
}

/** Destroys a member's key: what the log has of them opens no more, and names no one. */
export async function destroyMemberKey(db: Db, uid: string): Promise<void> {
  await sql`delete from audit_member_key where uid = ${uid}`.execute(db)
}

function dataKey(secret: Pick<Secret, 'open'>, keyId: string, sealed: string): DataKey {
  const material = Buffer.from(secret.open(purpose, contextOf(keyId), sealed), 'base64')
  return { id: keyId.slice('amk_'.length), material }
}

const ofEntry = (entryId: string) => ({ purpose: 'audit entry', context: entryId })
