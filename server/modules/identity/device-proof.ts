import { sql } from 'kysely'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { IdentityDb } from './identity-queries.ts'
import { deviceCookie, type Caller } from './session-cookie.ts'

/** Days a browser is known after its last sign-in; browsers keep no cookie longer. */
const deviceDays = 400

/** Browsers an account is known by; beyond them the one longest unused is forgotten. */
const devicesMax = 50

/**
 * Records that this browser signed in to an account, or chose its password by mail. Answers the `Set-Cookie` that says
 * so from now on; one cookie is the proof for every account that this browser signed in to.
 */
export async function recordDevice(
  { identityDb, publicOrigin }: Pick<IdentityDeps, 'identityDb' | 'publicOrigin'>,
  uid: string,
  { deviceToken }: Pick<Caller, 'deviceToken'>,
  { passedSecondFactor = false }: { passedSecondFactor?: boolean } = {},
): Promise<string> {
  const token = deviceToken ?? newToken().token
  await sql`
    insert into device_proof as known (uid, device_hash, second_factor_at)
    select id, ${hashToken(token)}, case when ${passedSecondFactor}::boolean then now() end
    from auth_user where id = ${uid}
    on conflict (device_hash, uid) do update
    set last_used_at = now(), second_factor_at = coalesce(excluded.second_factor_at, known.second_factor_at)`.execute(
    identityDb,
  )
  await sql`
    delete from device_proof where uid = ${uid} and device_hash in (
      select device_hash from device_proof where uid = ${uid} order by last_used_at desc offset ${devicesMax})`.execute(
    identityDb,
  )
  const { name, secure } = deviceCookie(publicOrigin)
  const overHttps = secure ? '; Secure' : ''
  // Lax: it is sent on the way back from another provider too.
  return `${name}=${token}; Max-Age=${deviceDays * 24 * 60 * 60}; Path=/; HttpOnly${overHttps}; SameSite=Lax`
}

/**
 * The hash of this browser's proof where it signed in to the account with this address before, else null. The query is
 * the same for every address. With `isVerified` an account counts only once its address was verified: before, the
 * address may be another person's.
 */
export async function knownDevice(
  { identityDb }: Pick<IdentityDeps, 'identityDb'>,
  email: string,
  { deviceToken }: Pick<Caller, 'deviceToken'>,
  { isVerified = false }: { isVerified?: boolean } = {},
): Promise<string | null> {
  if (deviceToken === null) return null
  const deviceHash = hashToken(deviceToken)
  const { rows } = await sql`
    select from device_proof d join auth_user u on u.id = d.uid
    where d.device_hash = ${deviceHash} and u.email = ${email.toLowerCase()}
      and (u.email_verified or not ${isVerified}::boolean)`.execute(identityDb)
  return rows.length > 0 ? deviceHash.toString('hex') : null
}

/** Records that a known browser passed a second factor of the account; of another one nothing is recorded. */
export async function recordFactorDevice(
  { identityDb }: Pick<IdentityDeps, 'identityDb'>,
  uid: string,
  { deviceToken }: Pick<Caller, 'deviceToken'>,
): Promise<void> {
  if (deviceToken === null) return
  await sql`
    update device_proof set second_factor_at = now()
    where device_hash = ${hashToken(deviceToken)} and uid = ${uid}`.execute(identityDb)
}

/**
 * The hash of this browser's proof where it passed a second factor of the account before, else null. That it signed in,
 * or chose a password by mail, is not enough: each reset would bring new guesses.
 */
export async function factorDevice(
  { identityDb }: Pick<IdentityDeps, 'identityDb'>,
  uid: string,
  { deviceToken }: Pick<Caller, 'deviceToken'>,
): Promise<string | null> {
  if (deviceToken === null) return null
  const deviceHash = hashToken(deviceToken)
  const { rows } = await sql`
    select from device_proof
    where device_hash = ${deviceHash} and uid = ${uid} and second_factor_at is not null`.execute(identityDb)
  return rows.length > 0 ? deviceHash.toString('hex') : null
}

/** No browser has passed a second factor of an account that has none left: the next one begins anew. */
export async function forgetFactorDevices(tx: IdentityDb, uid: string): Promise<void> {
  await sql`update device_proof set second_factor_at = null where uid = ${uid}`.execute(tx)
}

/** Forgets every browser of an account: one of them may belong to the attacker. */
export async function forgetDevices(db: IdentityDb, uid: string): Promise<void> {
  await sql`delete from device_proof where uid = ${uid}`.execute(db)
}
