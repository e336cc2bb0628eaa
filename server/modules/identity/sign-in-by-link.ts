import { problem } from '#server/platform/http/problems.ts'
import { hashToken } from './action-proof.ts'
import { deleteLink, lockLink } from './action-queries.ts'
import { endSessions } from './end-sessions.ts'
import { askEngine } from './ask-engine.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deletePassword, deleteSocialLinks, findIdentityUser, markEmailVerified } from './identity-queries.ts'
import { admit, madeSession, type OpenSession } from './open-session.ts'
import type { Caller } from './session-cookie.ts'

/**
 * Signs in by a mailed link, on any device that knows the address it went to. It works once, for an hour. Who can read
 * the address has thereby verified it; where nobody had, whoever chose the password or came by another provider may be
 * somebody else, so that these ways in and their sessions end. Throws `invalid_action_code`, `expired_action_code` and `user_disabled`.
 */
export async function signInByLink(
  identity: IdentityDeps,
  { token, email }: { token: string; email: string },
  caller: Caller,
): Promise<OpenSession> {
  const { uid, wasVerified } = await identity.identityDb.transaction().execute(async (tx) => {
    const tokenHash = hashToken(token)
    const link = await lockLink(tx, tokenHash, ['sign_in'])
    const user = link && (await findIdentityUser(tx, link.uid))
    if (!link || user?.email !== link.email || link.email !== email.toLowerCase())
      throw problem('invalid_action_code')
    if (link.expired) throw problem('expired_action_code')
    await deleteLink(tx, tokenHash)
    if (!user.emailVerified) {
      await deletePassword(tx, user.uid)
      await deleteSocialLinks(tx, user.uid)
    }
    await markEmailVerified(tx, user.uid, user.email)
    return { uid: user.uid, wasVerified: user.emailVerified }
  })
  if (wasVerified) await identity.accountChanged(uid)
  else await endSessions(identity, uid)
  return await startSession(identity, uid, caller)
}

/** A new session for a member whose proof was checked. Throws `user_disabled` or `user_deleted`. */
export async function startSession(
  identity: IdentityDeps,
  uid: string,
  caller: Caller,
): Promise<OpenSession> {
  const made = await askEngine(
    async () =>
      await identity.engine.api.startSession({
        body: { userId: uid },
        headers: caller.headers,
        returnHeaders: true,
      }),
  )
  return await admit(
    identity,
    await madeSession(identity, { token: made.response.token, cookies: made.headers }),
    caller,
  )
}
