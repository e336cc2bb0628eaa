import { sql } from 'kysely'
import type { IdentityDb } from '../identity-queries.ts'

/** The authenticator app of an account, being set up or confirmed; the database's clock says what time it is. */
export interface Authenticator {
  secretSealed: string
  addedAt: Date | null
  lastUsedAt: Date | null
  nowMs: number
}

/** The account's authenticator app; one that was not confirmed within an hour is none. */
export async function findAuthenticator(db: IdentityDb, uid: string): Promise<Authenticator | undefined> {
  const { rows } = await sql<Authenticator>`
    select secret_sealed as "secretSealed", confirmed_at as "addedAt", last_used_at as "lastUsedAt",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from authenticator
    where uid = ${uid} and (confirmed_at is not null or created_at > now() - interval '1 hour')`.execute(db)
  return rows[0]
}

/** Keeps a secret that is being set up, in place of one that was never confirmed; false where there is a confirmed one. */
export async function insertAuthenticator(
  db: IdentityDb,
  uid: string,
  secretSealed: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into authenticator as known (uid, secret_sealed) values (${uid}, ${secretSealed})
    on conflict (uid) do update set secret_sealed = excluded.secret_sealed, created_at = now(), last_step = 0
    where known.confirmed_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Confirms the secret that is being set up; false where it is another by now, or confirmed already. */
export async function activateAuthenticator(
  tx: IdentityDb,
  uid: string,
  { secretSealed, step }: { secretSealed: string; step: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update authenticator set confirmed_at = now(), last_used_at = now(), last_step = ${step}
    where uid = ${uid} and secret_sealed = ${secretSealed} and confirmed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Uses up a time step and all before it; false where that was done already. */
export async function takeStep(db: IdentityDb, uid: string, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update authenticator set last_step = ${step}, last_used_at = now()
    where uid = ${uid} and confirmed_at is not null and last_step < ${step}`.execute(db)
  return numAffectedRows === 1n
}

/** Removes the authenticator app; answers whether a confirmed one was there. */
export async function deleteAuthenticator(tx: IdentityDb, uid: string): Promise<boolean> {
  const { rows } = await sql<{ isConfirmed: boolean }>`
    delete from authenticator where uid = ${uid} returning confirmed_at is not null as "isConfirmed"`.execute(
    tx,
  )
  return rows[0]?.isConfirmed ?? false
}

/** What an account has as a second step. */
export interface SecondFactors {
  hasAuthenticator: boolean
  passkeys: number
  /** Those that are not used yet. */
  recoveryCodes: number
}

/** What an account is asked for beside its password. */
export async function secondFactorsOf(db: IdentityDb, uid: string): Promise<SecondFactors> {
  const { rows } = await sql<SecondFactors>`
    select exists (select from authenticator where uid = ${uid} and confirmed_at is not null) as "hasAuthenticator",
      (select count(*)::int from passkey where uid = ${uid}) as passkeys,
      (select count(*)::int from recovery_code where uid = ${uid} and used_at is null) as "recoveryCodes"`.execute(
    db,
  )
  return rows[0]!
}

/** Whether the account is asked for a second step at sign-in. */
export async function hasSecondFactor(db: IdentityDb, uid: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from authenticator where uid = ${uid} and confirmed_at is not null)
      or exists (select from passkey where uid = ${uid}) as has`.execute(db)
  return rows[0]!.has
}
