import { revokeTokens } from '#server/modules/accounts/public.ts'
import { forgetDevices } from './device-proof.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSessionsOf } from './identity-queries.ts'
import { deletePendingOf } from './second-factor/pending-sign-in.ts'

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
