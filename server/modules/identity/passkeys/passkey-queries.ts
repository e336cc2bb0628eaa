import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import type { MadePasskey } from '#server/platform/webauthn.ts'
import type { IdentityDb } from '../identity-queries.ts'

/** A passkey of an account, without its key. */
export interface Passkey {
  id: string
  credentialId: Buffer
  transports: string[]
  name: string
  backedUp: boolean
  addedAt: Date
  lastUsedAt: Date | null
}

/** What is checked of an answer of a passkey. */
export interface PasskeyKey {
  id: string
  uid: string
  publicKey: Buffer
  counter: number
}

/** A passkey that an authenticator has made, and what it is called. */
interface NewPasskey extends MadePasskey {
  name: string
}

const columns = sql`id, credential_id as "credentialId", transports, name, backed_up as "backedUp",
  added_at as "addedAt", last_used_at as "lastUsedAt"`

/** The account's passkeys in the order in which they were added. */
export async function listPasskeys(db: IdentityDb, uid: string): Promise<Passkey[]> {
  return (
    await sql<Passkey>`select ${columns} from passkey where uid = ${uid} order by added_at, id`.execute(db)
  ).rows
}

/** The passkey with an authenticator's credential id, of any account. */
export async function findPasskeyKey(db: IdentityDb, credentialId: Buffer): Promise<PasskeyKey | undefined> {
  const { rows } = await sql<PasskeyKey>`
    select id, uid, public_key as "publicKey", counter::float8 as counter
    from passkey where credential_id = ${credentialId}`.execute(db)
  return rows[0]
}

/** Keeps a new passkey; undefined where its credential is kept already, of this account or another. */
export async function insertPasskey(
  tx: IdentityDb,
  uid: string,
  { credentialId, publicKey, counter, transports, backedUp, name }: NewPasskey,
): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    insert into passkey (id, uid, credential_id, public_key, counter, transports, backed_up, name)
    values (${newId('passkey')}, ${uid}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${backedUp}, ${name})
    on conflict (credential_id) do nothing returning ${columns}`.execute(tx)
  return rows[0]
}

/**
 * Notes a use and its counter, which goes up or is never counted; false where it is not above the last one, or the
 * passkey was removed. The row stays locked until the transaction ends.
 */
export async function recordPasskeyUse(
  tx: IdentityDb,
  id: string,
  { counter, backedUp }: Pick<NewPasskey, 'counter' | 'backedUp'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkey set counter = ${counter}, backed_up = ${backedUp}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`.execute(tx)
  return numAffectedRows === 1n
}

/** Gives a passkey another name; false where the account has none such. */
export async function setPasskeyName(
  db: IdentityDb,
  uid: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkey set name = ${name} where id = ${id} and uid = ${uid}`.execute(db)
  return numAffectedRows === 1n
}

/** Removes a passkey; answers its name, undefined where the account has none such. */
export async function deletePasskey(tx: IdentityDb, uid: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkey where id = ${id} and uid = ${uid} returning name`.execute(tx)
  return rows[0]?.name
}

/** Removes every passkey of an account. */
export async function deletePasskeysOf(tx: IdentityDb, uid: string): Promise<void> {
  await sql`delete from passkey where uid = ${uid}`.execute(tx)
}
