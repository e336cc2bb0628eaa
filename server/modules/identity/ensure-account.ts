import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import { setPasswordHash, type IdentityDb } from './identity-queries.ts'
import type { PasswordHasher } from './password-hash.ts'

/** Makes an account whose address counts as verified, or gives the one there this password; answers its uid. */
export type EnsureAccount = (account: { email: string; password: string; name: string }) => Promise<string>

/** For accounts that an operator makes: sends no mail and opens no session. */
export function ensureAccountWith(db: IdentityDb, hasher: PasswordHasher): EnsureAccount {
  return async ({ email, password, name }) => {
    const hash = await hasher.hash(password)
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into auth_user (id, name, email, email_verified, created_at, updated_at)
        values (${newId('member')}, ${name}, ${email.toLowerCase()}, true, now(), now())
        on conflict (email) do update set email_verified = true, updated_at = now()
        returning id`.execute(tx)
      const uid = rows[0]!.id
      await setPasswordHash(tx, uid, hash)
      return uid
    })
  }
}
