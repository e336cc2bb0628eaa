import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { signIn } from '#contracts/identity.endpoints.ts'
import { newId } from '#server/platform/ids.ts'
import { withApp, type BenchSite } from './site.ts'

/** Makes members and signs them in; answers the headers of their calls. */
export async function signInMembers(site: BenchSite, count: number): Promise<Record<string, string>[]> {
  const emails = await makeMembers(site, count)
  const headers: Record<string, string>[] = []
  for (let from = 0; from < emails.length; from += atOnce) {
    const some = emails.slice(from, from + atOnce)
    headers.push(
      ...(await Promise.all(some.map((email) => signedIn(site, { email, password: memberPassword })))),
    )
  }
  return headers
}

/** Fewer than the 100 attempts that one network may have under way. */
const atOnce = 32

/** The password of every member that is made here. */
export const memberPassword = 'correct horse battery'

/** The address of the member who is made as the n-th, from 0. */
export const memberEmail = (n: number) => `member-${n}@example.com`

/** Makes members whose addresses are verified; answers the addresses. */
export async function makeMembers(site: BenchSite, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => memberEmail(index))
  await withApp(site, async (app) => {
    for (const email of emails) await app.ensureAccount({ email, password: memberPassword, name: 'A Member' })
  })
  return emails
}

async function signedIn(site: BenchSite, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${site.origin}${signIn.path}`, {
    method: signIn.method,
    headers: { 'content-type': 'application/json', origin: site.publicOrigin },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Sign-in was answered ${response.status}: ${await response.text()}`)
  const { accessToken } = (await response.json()) as { accessToken: string }
  return { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
}

/** A member who is signed in. */
export interface SignedInMember {
  uid: string
  /** Of their calls. */
  headers: { authorization: string }
}

/**
 * Members with a session each, made by SQL and a signing key of the bench's own: thousands of passwords would take
 * minutes. Their rows in the product are made by their first call.
 */
export async function openSessions(
  { db, publicOrigin }: BenchSite,
  count: number,
): Promise<SignedInMember[]> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const kid = randomUUID()
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  const members = Array.from({ length: count }, () => ({ uid: newId('member'), sid: randomUUID() }))
  const uids = members.map(({ uid }) => uid)
  const sids = members.map(({ sid }) => sid)
  // Too old to sign with: the product makes its own.
  await sql`
    insert into identity.signing_key (kid, public_jwk, private_sealed, created_at)
    values (${kid}, ${JSON.stringify(jwk)}::jsonb, '', now() - interval '91 days')`.execute(db)
  await sql`
    insert into identity.auth_user (id, name, email, email_verified)
    select uid, 'A Member', uid || '@example.com', true from unnest(${uids}::text[]) uid`.execute(db)
  await sql`
    insert into identity.auth_session (id, expires_at, token, updated_at, user_id)
    select sid, now() + interval '1 day', sid, now(), uid from unnest(${sids}::text[], ${uids}::text[]) s (sid, uid)`.execute(
    db,
  )
  return await Promise.all(
    members.map(async ({ uid, sid }) => {
      const token = await new SignJWT({ sid, email: `${uid}@example.com`, email_verified: true })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
        .setIssuer(publicOrigin)
        .setAudience('crels')
        .setSubject(uid)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey)
      return { uid, headers: { authorization: `Bearer ${token}` } }
    }),
  )
}
