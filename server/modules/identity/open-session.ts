import { findMember, requireGoodStanding } from '#server/modules/accounts/public.ts'
import { askEngine } from './ask-engine.ts'
import { deleteSession, findIdentityUser, type IdentityUser } from './identity-queries.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { noteDevice } from './note-device.ts'
import { replaceSession } from './replace-session.ts'
import type { Caller } from './session-cookie.ts'

/** A living session and whose it is. */
export interface OpenSession {
  sessionId: string
  user: IdentityUser
  /** Cookies to pass on: the session slides. */
  cookies: Headers
}

/** The living session of a request's cookie, or null. */
export async function openSession(
  { engine, identityDb }: IdentityDeps,
  caller: Caller,
): Promise<OpenSession | null> {
  const { headers: cookies, response } = await askEngine(
    async () => await engine.api.getSession({ headers: caller.headers, returnHeaders: true }),
  )
  if (!response) return null
  const user = await findIdentityUser(identityDb, response.user.id)
  return user ? { sessionId: response.session.id, user, cookies } : null
}

/** Throws `user_disabled` or `user_deleted`. Who never called the product yet is in good standing. */
export async function checkStanding({ db }: IdentityDeps, uid: string): Promise<void> {
  const member = await findMember(db, uid)
  if (member) requireGoodStanding(member)
}

/** Lets a session in that was just made, in place of the one this browser had, or ends it. Throws `user_disabled` or `user_deleted`. */
export async function admit(
  identity: IdentityDeps,
  session: OpenSession,
  caller: Caller,
): Promise<OpenSession> {
  try {
    await checkStanding(identity, session.user.uid)
  } catch (error) {
    await deleteSession(identity.identityDb, session.sessionId)
    throw error
  }
  await noteDevice(identity, session, caller)
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
