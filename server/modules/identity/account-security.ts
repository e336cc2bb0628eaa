import type { AccountSecurity } from '#contracts/account-security.schemas.ts'
import { findPendingEmail } from './action-queries.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findPasswordHash } from './identity-queries.ts'
import { listSecurityEvents } from './security-events.ts'
import { linkedProviders } from './social/linked-accounts.ts'

/** What a member should know about who can get into their account; an operator's notes are not theirs to read. */
export async function accountSecurity(
  identity: IdentityDeps,
  { uid, email }: { uid: string; email: string },
): Promise<AccountSecurity> {
  const { identityDb } = identity
  const [hash, pendingEmail, linked, events] = await Promise.all([
    findPasswordHash(identityDb, uid),
    findPendingEmail(identityDb, uid, email),
    linkedProviders(identity, uid),
    listSecurityEvents(identityDb, uid),
  ])
  return {
    hasPassword: hash !== undefined,
    pendingEmail: pendingEmail ?? null,
    linked: linked.map(({ id, name, again }) => ({ id, name, proves: again !== undefined })),
    events: events.map(({ kind, at }) => ({ kind, at: at.toISOString() })),
  }
}
