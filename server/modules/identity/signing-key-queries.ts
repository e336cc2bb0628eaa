import { sql } from 'kysely'
import type { JWK } from 'jose'
import type { IdentityDb } from './identity-queries.ts'

export interface StoredKey {
  kid: string
  publicJwk: JWK
  privateSealed: string
  /** Wall time. */
  createdAt: Date
}

/** Every key, newest first. */
export async function listSigningKeys(db: IdentityDb): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select kid, public_jwk as "publicJwk", private_sealed as "privateSealed", created_at as "createdAt" from signing_key
    order by created_at desc, kid`.execute(db)
  return rows
}

export async function insertSigningKey(db: IdentityDb, key: Omit<StoredKey, 'createdAt'>): Promise<void> {
  await sql`
    insert into signing_key (kid, public_jwk, private_sealed)
    values (${key.kid}, ${JSON.stringify(key.publicJwk)}::jsonb, ${key.privateSealed})`.execute(db)
}

/** Forgets keys whose last token has long expired; the newest stays, however old. Answers how many. */
export async function deleteRetiredKeys(
  db: IdentityDb,
  { olderThanDays }: { olderThanDays: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from signing_key old
    where old.created_at < now() - make_interval(days => ${olderThanDays})
      and exists (select from signing_key newer where newer.created_at > old.created_at)`.execute(db)
  return Number(numAffectedRows)
}

/** Lets one process at a time make a key. */
export async function lockSigningKeys(db: IdentityDb): Promise<void> {
  await sql`lock table signing_key in share row exclusive mode`.execute(db)
}
