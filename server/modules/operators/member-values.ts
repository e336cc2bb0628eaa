import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { keyIdOf, openWith, sealWith, type DataKey } from '#server/platform/sealing.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import { openUnlessLost, type Secret } from '#server/platform/secret.ts'

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

/** The member of an act with why it is done, which is theirs; without what seals it, or a reason, it is left out. */
export function memberWithReason(uid: string, reason: string | null, secret: ActMember['secret']): ActMember {
  return { uid, ...(secret && reason !== null && { personal: { reason }, secret }) }
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
  const material = randomBytes(32).toString('base64')
  const isSecond = await hadKey(tx, keyId)
  const text = isSecond ? `${randomBytes(6).toString('hex')}.${material}` : material
  const made = secret.seal(purpose, contextOf(keyId), text)
  // Locks the row: two first acts at the same time have one key.
  const { rows } = await sql<{ sealed: string }>`
    update audit_member_key set sealed = coalesce(sealed, ${made}) where id = ${keyId} returning sealed`.execute(
    tx,
  )
  return sealWith(dataKey(secret, keyId, rows[0]!.sealed), ofEntry(entryId), JSON.stringify(personal))
}

/** Whether the key of a member was lost with the SECRET: there are values, and nothing that opens them. */
async function hadKey(tx: Tx, keyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_member_key where id = ${keyId} and sealed is null
      and exists (select from audit_entry where member_key = ${keyId} and sealed is not null)`.execute(tx)
  return rows.length > 0
}

/**
 * What opens the personal values of entries; it keeps each member's key. `sealed` are those of a key that was lost with the
 * SECRET, which a later one has replaced.
 */
export async function openerOf(
  db: Db,
  secret: Pick<Secret, 'open'>,
  keyIds: string[],
): Promise<
  (entry: { id: string; memberKey: string; sealed: string }) => PersonalValues | 'sealed' | 'erased'
> {
  const { rows } = await sql<{ id: string; sealed: string | null }>`
    select id, sealed from audit_member_key where id = any(${[...new Set(keyIds)]})`.execute(db)
  const keys = new Map(rows.map(({ id, sealed }) => [id, keyUnlessLost(secret, id, sealed)]))
  return ({ id, memberKey, sealed }) => {
    const key = keys.get(memberKey)
    if (key === undefined) return 'erased'
    const isSecond = key !== null && key.id !== nameOf(memberKey)
    if (key === null || (isSecond && keyIdOf(sealed) !== key.id)) return 'sealed'
    return JSON.parse(openWith(key, ofEntry(id), sealed)) as PersonalValues
  }
}

/** Null where it is lost, and where nothing was sealed for the member since it was. */
function keyUnlessLost(secret: Pick<Secret, 'open'>, keyId: string, sealed: string | null): DataKey | null {
  return (sealed !== null && openUnlessLost(() => dataKey(secret, keyId, sealed))) || null
}

/** Destroys a member's key: what the log has of them opens no more, and names no one. */
export async function destroyMemberKey(db: Db, uid: string): Promise<void> {
  await sql`delete from audit_member_key where uid = ${uid}`.execute(db)
}

/** The first key of a member is named as the member is; one that took the place of a lost one has a name of its own. */
function dataKey(secret: Pick<Secret, 'open'>, keyId: string, sealed: string): DataKey {
  const parts = secret.open(purpose, contextOf(keyId), sealed).split('.')
  const material = Buffer.from(parts.at(-1)!, 'base64')
  return { id: parts.length === 1 ? nameOf(keyId) : parts[0]!, material }
}

const nameOf = (keyId: string) => keyId.slice('amk_'.length)

const ofEntry = (entryId: string) => ({ purpose: 'audit entry', context: entryId })
