import { normalEmail } from '#rules/normal-email.ts'
import type { DeletionView } from '#contracts/account-deletion.schemas.ts'
import type { Language } from '#contracts/languages.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'
import type { LeavingMember } from '#server/platform/member-erasure.ts'
import { insertDeletion, markDeleted, rememberAddress, settleMinutes } from './deletion-queries.ts'
import type { AccountDeletionDeps } from './account-deletion-deps.ts'
import { lockMember } from './member-queries.ts'
import { insertTombstone, personHash } from './tombstone-queries.ts'

export const eraseMembersJob = 'erase-members'

type EffectDeps = Pick<AccountDeletionDeps, 'belongings' | 'blockedBy' | 'redemptionUnderWay'>

/** What a deletion would do now, in numbers. Throws `forbidden` for another's uid. */
export async function previewDeletion(
  db: Db,
  actor: MemberActor,
  { uid }: { uid: string },
  deps: EffectDeps,
): Promise<DeletionView> {
  if (uid !== actor.uid) throw problem('forbidden')
  return await deletionEffects(db, actor, deps)
}

/** The same for who may ask of any member. */
export async function deletionEffects(
  db: Db,
  member: Pick<MemberActor, 'uid' | 'party'>,
  deps: EffectDeps,
): Promise<DeletionView> {
  const blocked = await deps.blockedBy(db, member)
  return {
    ...(await deps.belongings(db, member)),
    blocked: blocked && {
      by: blocked.by,
      until: blocked.until?.toISOString() ?? null,
      redemption: blocked.by === 'redemption' ? await underWay(db, member.party, deps) : null,
    },
    erasedWithinMinutes: settleMinutes,
    addressRetainedMonths: 12,
  }
}

async function underWay(
  db: Db,
  party: string,
  deps: EffectDeps,
): Promise<NonNullable<DeletionView['blocked']>['redemption']> {
  const found = await deps.redemptionUnderWay(db, party)
  return found && { ...found, typicalBy: found.typicalBy?.toISOString() ?? null }
}

/**
 * A member leaves for good. From this moment no token of theirs works, their links answer 410 and they are in no
 * campaign; a job erases the rest (`erase-members.ts`). Throws `forbidden`, `validation_failed` where `confirmation`
 * is not their e-mail address, and `deletion_blocked`.
 */
export async function deleteMember(
  tx: Tx,
  actor: MemberActor & { asker: Asker },
  { uid, confirmation }: { uid: string; confirmation: string },
  deps: AccountDeletionDeps,
): Promise<DeletionView> {
  const view = await previewDeletion(tx, actor, { uid }, deps)
  requireConfirmation(confirmation, actor.email, 'This is not your e-mail address')
  await letLeave(tx, actor, deps)
  return view
}

/** Throws `validation_failed` where what was typed is not the address of the account. */
export function requireConfirmation(typed: string, email: string, message: string): void {
  if (typed.toLowerCase() === email.toLowerCase()) return
  throw problem('validation_failed', {
    members: { issues: [{ path: 'body.confirmation', code: 'invalid_value', message }] },
  })
}

/**
 * Begins a deletion, by the member (with what is known of their browser) or by an operator. Throws `user_deleted` and
 * `deletion_blocked`.
 */
export async function letLeave(
  tx: Tx,
  account: Pick<MemberActor, 'uid' | 'party' | 'email' | 'emailVerified'> & { asker?: Asker },
  deps: AccountDeletionDeps,
  by: { isByOperator?: boolean } = {},
): Promise<void> {
  // Joining a campaign and posting for the member hold this row shared: both have ended once it is locked here.
  const member = await lockMember(tx, account.uid)
  if (!member || member.state === 'deleted') throw problem('user_deleted')
  // Asked again: what is in the way may have begun while this waited for the lock.
  const blocked = await deps.blockedBy(tx, account)
  if (blocked) throw problem('deletion_blocked', { members: { until: blocked.until?.toISOString() ?? null } })
  // An address that was never verified may be another person's: it is neither remembered nor mailed.
  if (account.emailVerified)
    await rememberAddress(tx, deps.secret.hash('left address', normalEmail(account.email)))
  await startDeletion(tx, { ...member, addresses: [...new Set([account.email, member.email])] }, deps, {
    done: account.emailVerified ? [] : ['farewell'],
    ...(account.asker && { asker: account.asker }),
    language: member.language,
    ...by,
  })
}

/** Marks a member deleted and has the job do the rest, in the caller's transaction. */
export async function startDeletion(
  tx: Tx,
  member: LeavingMember,
  deps: AccountDeletionDeps,
  {
    done = [],
    ...asked
  }: { done?: string[]; asker?: Asker; language?: Language | null; isByOperator?: boolean } = {},
): Promise<void> {
  await insertTombstone(tx, personHash(member))
  await insertDeletion(tx, member, { done, ...asked })
  await markDeleted(tx, member.uid)
  for (const part of deps.parts) await part.onConfirmed?.(tx, member)
  await deps.enqueue(tx, eraseMembersJob, {})
}
