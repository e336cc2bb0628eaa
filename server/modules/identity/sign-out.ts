import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSession } from './identity-queries.ts'
import { openSession } from './open-session.ts'
import type { Caller } from './session-cookie.ts'

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
