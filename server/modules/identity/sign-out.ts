import { revokeTokens } from '#server/modules/accounts/public.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSession, deleteSessionsOf } from './identity-queries.ts'
import { openSession } from './open-session.ts'

/** Ends the session of the cookie, or every session of its member; its access tokens end with it. */
export async function signOut(
  identity: IdentityDeps,
  { everywhere }: { everywhere: boolean },
  headers: Headers,
): Promise<void> {
  const session = await openSession(identity, headers)
  if (!session) return
  const { uid } = session.user
  if (everywhere) {
    await deleteSessionsOf(identity.identityDb, uid)
    await revokeTokens(identity.db, uid)
  } else {
    await deleteSession(identity.identityDb, session.sessionId)
  }
  await identity.accountChanged(uid)
}
