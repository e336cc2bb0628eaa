import { sql } from 'kysely'
import { hashToken, newToken } from './action-proof.ts'
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
): Promise<string> {
  const token = deviceToken ?? newToken().token
  await sql`
    insert into device_proof (uid, device_hash)
    select id, ${hashToken(token)} from auth_user where id = ${uid}
    on conflict (device_hash, uid) do update set last_used_at = now()`.execute(identityDb)
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
 * address may be somebody else's.
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

/** Forgets every browser of an account: whoever takes it back may be taking it from one of them. */
export async function forgetDevices(db: IdentityDb, uid: string): Promise<void> {
  await sql`delete from device_proof where uid = ${uid}`.execute(db)
}
