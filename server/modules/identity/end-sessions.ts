import { revokeTokens } from '#server/modules/accounts/public.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSessionsOf } from './identity-queries.ts'

/** Ends every session of a member; access tokens of theirs end with them, here at once, elsewhere by NOTIFY. */
export async function endSessions(identity: IdentityDeps, uid: string): Promise<void> {
  await deleteSessionsOf(identity.identityDb, uid)
  await revokeTokens(identity.db, uid)
  await identity.accountChanged(uid)
}
