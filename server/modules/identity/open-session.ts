import type { AuthUser } from '#contracts/identity.schemas.ts'
import { findMember, requireGoodStanding } from '#server/modules/accounts/public.ts'
import { embeddedIssuer, type VerifiedToken } from '#server/platform/verified-token.ts'
import { authUserOf } from './access-token.ts'
import { askEngine } from './ask-engine.ts'
import { recordDevice } from './device-proof.ts'
import { deleteSession, findIdentityUser, type IdentityUser } from './identity-queries.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { recordSignInDevice } from './record-sign-in-device.ts'
import { replacementOf, replaceSession } from './replace-session.ts'
import type { Caller } from './session-cookie.ts'
import { findCurrentSession, holdSession } from './session-secret.ts'

/** A living session and whose it is. */
export interface OpenSession {
  sessionId: string
  user: IdentityUser
  /** Cookies to pass on: the session has a new secret. */
  cookies: Headers
}

/**
 * The living session of a request's cookie, or null. With `renew` it lives on and its secret may be replaced: for an
 * answer that passes the cookies on.
 */
export async function openSession(
  identity: IdentityDeps,
  caller: Caller,
  { renew }: { renew: boolean } = { renew: false },
): Promise<OpenSession | null> {
  const { identityDb } = identity
  const secret = await presentedSecret(identity, caller)
  if (secret === null) return null
  const held = await holdSession(identity, secret, { renew, receivedAtMs: caller.receivedAtMs })
  const user = held ? await findIdentityUser(identityDb, held.uid) : undefined
  if (!held || !user) return null
  const cookies = held.handed ? await sessionCookieWith(identity, held.handed) : new Headers()
  return { sessionId: held.sessionId, user, cookies }
}

/** Whose session a request's cookie opens, as the provider knows them and as a token of theirs would say it. */
export interface ReadSession {
  user: AuthUser
  token: VerifiedToken
}

/**
 * Reads whose living session a request's cookie opens, and changes nothing of it: it is not renewed, no use is recorded,
 * and a secret that was replaced opens nothing and raises no alarm. Null where there is none.
 */
export async function readSession(identity: IdentityDeps, caller: Caller): Promise<ReadSession | null> {
  const { identityDb, sessionRules } = identity
  const secret = caller.hasSession ? await presentedSecret(identity, caller) : null
  const session = secret === null ? undefined : await findCurrentSession(identityDb, secret, sessionRules)
  const found = session && (await findIdentityUser(identityDb, session.uid))
  if (!session || !found) return null
  const { uid: sub, ...user } = authUserOf(found)
  const now = new Date()
  const token = { iss: embeddedIssuer, sub, sessionId: session.id, issuedAt: now, signedInAt: null, ...user }
  return { user: { uid: sub, ...user }, token }
}

/**
 * Whether a new sign-in in the same browser replaced the session of this request's cookie (`replacementOf`): the browser
 * holds a newer cookie of the same name by now.
 */
export async function replacementOfCookie(
  identity: IdentityDeps,
  caller: Caller,
): Promise<'no' | 'recent' | 'past'> {
  const secret = await presentedSecret(identity, caller)
  return secret === null ? 'no' : await replacementOf(identity.identityDb, secret)
}

/** The secret of the request's cookie; null where there is none or its signature is not ours. */
async function presentedSecret({ engine }: IdentityDeps, { headers }: Caller): Promise<string | null> {
  return (await askEngine(async () => await engine.api.presentedSecret({ headers }))).secret
}

async function sessionCookieWith(
  { engine }: IdentityDeps,
  body: { secret: string; maxAgeSec: number },
): Promise<Headers> {
  const { headers } = await askEngine(async () => await engine.api.handSecret({ body, returnHeaders: true }))
  return headers
}

/** Throws `user_disabled` or `user_deleted`. Who never called the product yet is in good standing. */
export async function checkStanding({ db }: IdentityDeps, uid: string): Promise<void> {
  const member = await findMember(db, uid)
  if (member) requireGoodStanding(member)
}

/**
 * Lets a session in that was just made, in place of the one this browser had, or ends it. Throws `user_disabled` or
 * `user_deleted`.
 */
export async function admit(
  identity: IdentityDeps,
  session: OpenSession,
  caller: Caller,
  device: { passedSecondFactor?: boolean } = {},
): Promise<OpenSession> {
  try {
    await checkStanding(identity, session.user.uid)
  } catch (error) {
    await deleteSession(identity.identityDb, session.sessionId)
    throw error
  }
  await recordSignInDevice(identity, session, caller)
  session.cookies.append('set-cookie', await recordDevice(identity, session.user.uid, caller, device))
  const old = caller.hasSession ? await openSession(identity, caller) : null
  if (old) await replaceSession(identity, { old: old.sessionId, by: session.sessionId })
  return session
}

/** The session that a sign-in or sign-up has just made, by its token. */
export async function madeSession(
  { engine, identityDb }: IdentityDeps,
  { token, cookies }: { token: string | null; cookies: Headers },
): Promise<OpenSession> {
  const { internalAdapter } = await engine.$context
  const found = token === null ? null : await internalAdapter.findSession(token)
  const user = found ? await findIdentityUser(identityDb, found.user.id) : undefined
  if (!found || !user) throw new Error('The session is gone before it was used')
  return { sessionId: found.session.id, user, cookies }
}
