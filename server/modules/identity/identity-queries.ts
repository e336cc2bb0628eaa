import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { endsProofs, recordSecurityEvent } from './security-events.ts'

/** The provider's own connection, on schema `identity`. */
export type IdentityDb = Db

/** An account of the provider as the product sees it. */
export interface IdentityUser {
  uid: string
  email: string
  emailVerified: boolean
  /** Empty where none was given. */
  name: string
  image: string | null
}

const userColumns = sql`id as uid, email, email_verified as "emailVerified", name, image`

export async function findIdentityUser(db: IdentityDb, uid: string): Promise<IdentityUser | undefined> {
  return (await sql<IdentityUser>`select ${userColumns} from auth_user where id = ${uid}`.execute(db)).rows[0]
}

export async function findIdentityUserByEmail(
  db: IdentityDb,
  email: string,
): Promise<IdentityUser | undefined> {
  const found = sql<IdentityUser>`select ${userColumns} from auth_user where email = ${email.toLowerCase()}`
  return (await found.execute(db)).rows[0]
}

/**
 * The account, locked until the transaction ends: its address, password and links stay as they are, and no session
 * begins. Lock the account first and its links and codes afterwards, or two transactions deadlock.
 */
export async function lockIdentityUser(tx: IdentityDb, uid: string): Promise<IdentityUser | undefined> {
  const found = sql<IdentityUser>`select ${userColumns} from auth_user where id = ${uid} for update`
  return (await found.execute(tx)).rows[0]
}

/** The account that has the address, locked; one whose address changed while this waited has it no more. */
export async function lockIdentityUserByEmail(
  tx: IdentityDb,
  email: string,
): Promise<IdentityUser | undefined> {
  const found = sql<IdentityUser>`
    select ${userColumns} from auth_user where email = ${email.toLowerCase()} for update`
  return (await found.execute(tx)).rows[0]
}

/** Whether an account has the address, or another than `uid` can be taken back by it. */
export async function isEmailTaken(
  db: IdentityDb,
  email: string,
  uid: string | null = null,
): Promise<boolean> {
  const { rows } = await sql`select from auth_user where email = ${email.toLowerCase()}`.execute(db)
  return rows.length > 0 || (await isEmailReserved(db, email, uid))
}

/** Whether another account than `uid` can be taken back by the address (migrations/functions/identity.sql). */
export async function isEmailReserved(
  db: IdentityDb,
  email: string,
  uid: string | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    select from action_link where purpose = 'recover_email' and email = ${email.toLowerCase()}
      and uid is distinct from ${uid} and expires_at > now()`.execute(db)
  return rows.length > 0
}

export type LiveAccount = IdentityUser & { sessionIds: string[] }

/** Accounts with their living sessions, by uid. */
export async function findLiveAccounts(db: IdentityDb, uids: string[]): Promise<Map<string, LiveAccount>> {
  const { rows } = await sql<LiveAccount>`
    select ${userColumns}, array(
      select s.id from auth_session s where s.user_id = auth_user.id and s.expires_at > now()) as "sessionIds"
    from auth_user where id = any (${uids})`.execute(db)
  return new Map(rows.map((account) => [account.uid, account]))
}

/** Of some accounts, by uid, those whose address is verified. */
export async function verifiedAmong(db: IdentityDb, uids: string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select id as uid from auth_user where id = any (${uids}) and email_verified`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Marks the address verified if it is still the account's; answers whether it is. */
export async function markEmailVerified(db: IdentityDb, uid: string, email: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth_user set email_verified = true, updated_at = now() where id = ${uid} and email = ${email}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Sets the account's address. Throws `email_already_in_use` where another took it at the same moment. */
export async function setEmail(
  tx: IdentityDb,
  uid: string,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<void> {
  try {
    await sql`
      update auth_user set email = ${email}, email_verified = ${emailVerified}, updated_at = now()
      where id = ${uid}`.execute(tx)
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw problem('email_already_in_use')
    throw error
  }
}

/** The stored hash of the account's password; undefined where it has none. */
export async function findPasswordHash(db: IdentityDb, uid: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string | null }>`
    select password from auth_account where user_id = ${uid} and provider_id = 'credential'`.execute(db)
  return rows[0]?.password ?? undefined
}

/**
 * Whose address it is, the hash of their password and their `securityVersion`: one row for any address, nulls for what
 * there is not.
 */
export async function findPasswordByEmail(
  db: IdentityDb,
  email: string,
): Promise<{ uid: string | null; hash: string | null; securityVersion: string }> {
  const { rows } = await sql<{ uid: string | null; hash: string | null; securityVersion: string }>`
    select u.id as uid, a.password as hash,
      (select coalesce(max(id), 0)::text from security_event where uid = u.id and ${endsProofs}) as "securityVersion"
    from (select ${email.toLowerCase()}::text as email) asked
    left join auth_user u on u.email = asked.email
    left join auth_account a on a.user_id = u.id and a.provider_id = 'credential'`.execute(db)
  return rows[0]!
}

/** Gives the account this password, its first or another. */
export async function setPasswordHash(tx: IdentityDb, uid: string, hash: string): Promise<void> {
  await sql`
    insert into auth_account (id, account_id, provider_id, user_id, password, created_at, updated_at)
    values (${randomUUID()}, ${uid}, 'credential', ${uid}, ${hash}, now(), now())
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`.execute(
    tx,
  )
}

export async function deletePassword(tx: IdentityDb, uid: string): Promise<void> {
  await sql`delete from auth_account where user_id = ${uid} and provider_id = 'credential'`.execute(tx)
}

/**
 * Takes back every other provider's account that signs in to this one, but for `kept`; the next verified sign-in links
 * it again. Records a security event if there was one.
 */
export async function deleteSocialLinks(
  tx: IdentityDb,
  uid: string,
  kept: { issuer: string; sub: string } = { issuer: '', sub: '' },
): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from auth_account where user_id = ${uid} and provider_id <> 'credential'
      and (provider_id, account_id) <> (${kept.issuer}, ${kept.sub})`.execute(tx)
  if (numAffectedRows) await recordSecurityEvent(tx, uid, 'social_unlinked')
}

export async function deleteSession(db: IdentityDb, sessionId: string): Promise<void> {
  await sql`delete from auth_session where id = ${sessionId}`.execute(db)
}

export async function deleteSessionsOf(db: IdentityDb, uid: string): Promise<void> {
  await sql`delete from auth_session where user_id = ${uid}`.execute(db)
  // Before its session is gone: a token that is not marked ended is refused by its age alone.
  // Also those of a replaced session, which were to end in a moment.
  await sql`
    update outside_token set ended_at = clock_timestamp()
    where uid = ${uid} and (ended_at is null or ended_at > clock_timestamp())`.execute(db)
  await sql`delete from outside_session where uid = ${uid}`.execute(db)
}

/** Carries a profile's name and photo over, on the product's connection and in its transaction. */
export async function updateIdentityProfile(
  tx: Tx,
  uid: string,
  { displayName, photoURL }: { displayName: string | null; photoURL: string | null },
): Promise<void> {
  await sql`
    update identity.auth_user set name = ${displayName ?? ''}, image = ${photoURL}, updated_at = now()
    where id = ${uid}`.execute(tx)
}

/** Notifies every process to drop its cache of an account; `key` is `{iss} {sub}`. */
export async function notifyAccountChanged(db: Db, key: string): Promise<void> {
  await sql`select pg_notify('account', ${key})`.execute(db)
}
