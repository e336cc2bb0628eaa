import { sql } from 'kysely'
import type { JWK } from 'jose'
import type { IdentityDb } from './identity-queries.ts'

export interface StoredKey {
  kid: string
  publicJwk: JWK
  privateSealed: string
}

/** Every key, newest first. */
export async function listSigningKeys(db: IdentityDb): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select kid, public_jwk as "publicJwk", private_sealed as "privateSealed" from signing_key
    order by created_at desc, kid`.execute(db)
  return rows
}

export async function insertSigningKey(db: IdentityDb, key: StoredKey): Promise<void> {
  await sql`
    insert into signing_key (kid, public_jwk, private_sealed)
    values (${key.kid}, ${JSON.stringify(key.publicJwk)}::jsonb, ${key.privateSealed})`.execute(db)
}

/** Lets one process at a time make a key. */
export async function lockSigningKeys(db: IdentityDb): Promise<void> {
  await sql`lock table signing_key in share row exclusive mode`.execute(db)
}
