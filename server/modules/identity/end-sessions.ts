import { revokeTokens } from '#server/modules/accounts/public.ts'
import { forgetDevices } from './device-proof.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSessionsOf, deleteSession } from './identity-queries.ts'
import { deletePendingOf } from './second-factor/pending-sign-in.ts'
import { openSession } from './open-session.ts'
import type { Caller } from './session-cookie.ts'

/**
 * Ends every session of a member and every sign-in that waits for its second step, and forgets their browsers; access
 * tokens of theirs end with them, here at once, elsewhere by NOTIFY.
 */
export async function endSessions(identity: IdentityDeps, uid: string): Promise<void> {
  await deleteSessionsOf(identity.identityDb, uid)
  await deletePendingOf(identity.identityDb, uid)
  await forgetDevices(identity.identityDb, uid)
  await revokeTokens(identity.db, uid)
  await identity.accountChanged(uid)
}

/** Ends the session of the cookie, or every session of its member; its access tokens end with it. */
export async function signOut(
  identity: IdentityDeps,
  { everywhere }: { everywhere: boolean },
  caller: Caller,
): Promise<void> {
  const session = await openSession(identity, caller)
  if (!session) return
  const { uid } = session.user
  if (everywhere) return await endSessions(identity, uid)
  await deleteSession(identity.identityDb, session.sessionId)
  await identity.accountChanged(uid)
}
