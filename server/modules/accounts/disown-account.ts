import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import { startDeletion } from './delete-member.ts'
import type { AccountDeletionDeps } from './account-deletion-deps.ts'
import { requireGoodStanding } from './member-directory.ts'
import { lockMember } from './member-queries.ts'
import { provisionMember } from './provision-member.ts'

/**
 * Deletes an account that a stranger made with the caller's address, by the link mailed to it, while that address is
 * not verified. Nothing is remembered of the address and no farewell is mailed. Throws `invalid_action_code`,
 * `expired_action_code`, `email_already_verified`, `user_disabled` and `deletion_blocked`.
 */
export async function disownAccount(
  deps: AccountDeletionDeps & { whileDisowned: NonNullable<AccountDeletionDeps['whileDisowned']> },
  token: string,
): Promise<void> {
  const { uid, email, name, image } = await deps.whileDisowned(token, async (account) => account)
  // An account that never called the product is a member from here on, so that there is one way to delete.
  const account = { iss: embeddedIssuer, sub: uid, email, displayName: name || null, photoURL: image }
  await provisionMember(deps.db, account)
  await inTransaction(deps.db, async (tx) => {
    // The member first and the account second, as a saved profile does; the other order can wait for ever.
    const member = await lockMember(tx, uid)
    if (!member || member.state === 'deleted') throw problem('invalid_action_code')
    requireGoodStanding(member)
    // Asked before the account is locked: it needs a connection that others may hold who wait for that lock.
    const blocked = await deps.blockedBy(tx, member)
    if (blocked)
      throw problem('deletion_blocked', { members: { until: blocked.until?.toISOString() ?? null } })
    await deps.whileDisowned(token, async () => {
      await startDeletion(tx, { ...member, addresses: [...new Set([email, member.email])] }, deps, {
        done: ['farewell'],
      })
    })
  })
  await deps.endSessions(uid)
}
