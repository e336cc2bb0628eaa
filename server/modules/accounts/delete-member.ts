import { normalEmail } from '#rules/normal-email.ts'
import type { DeletionView } from '#contracts/account-deletion.schemas.ts'
import type { Language } from '#contracts/languages.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'
import type { DeletedMember } from '#server/platform/member-erasure.ts'
import { insertDeletion, markDeleted, rememberAddress, settleMinutes } from './deletion-queries.ts'
import type { AccountDeletionDeps } from './account-deletion-deps.ts'
import { lockMember } from './member-queries.ts'
import { insertTombstone, personHash } from './tombstone-queries.ts'

export const eraseMembersJob = 'erase-members'

/** What a deletion would do now, in numbers. Throws `forbidden` for another's uid. */
export async function previewDeletion(
  db: Db,
  actor: MemberActor,
  { uid }: { uid: string },
  deps: Pick<AccountDeletionDeps, 'belongings' | 'blockedBy'>,
): Promise<DeletionView> {
  if (uid !== actor.uid) throw problem('forbidden')
  const blocked = await deps.blockedBy(db, actor)
  return {
    ...(await deps.belongings(db, actor)),
    blocked: blocked && { by: blocked.by, until: blocked.until?.toISOString() ?? null },
    erasedWithinMinutes: settleMinutes,
    addressRetainedMonths: 12,
  }
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
  if (confirmation.toLowerCase() !== actor.email.toLowerCase())
    throw problem('validation_failed', {
      members: {
        issues: [
          { path: 'body.confirmation', code: 'invalid_value', message: 'This is not your e-mail address' },
        ],
      },
    })
  // Joining a campaign and posting for the member hold this row shared: both have ended once it is locked here.
  const member = await lockMember(tx, uid)
  if (!member || member.state === 'deleted') throw problem('user_deleted')
  // Asked again: what is in the way may have begun while this waited for the lock.
  const blocked = await deps.blockedBy(tx, actor)
  if (blocked) throw problem('deletion_blocked', { members: { until: blocked.until?.toISOString() ?? null } })
  // An address that was never verified may be another person's: it is neither remembered nor mailed.
  if (actor.emailVerified)
    await rememberAddress(tx, deps.secret.hash('left address', normalEmail(actor.email)))
  await startDeletion(tx, { ...member, addresses: [...new Set([actor.email, member.email])] }, deps, {
    done: actor.emailVerified ? [] : ['farewell'],
    asker: actor.asker,
    language: member.language,
  })
  return view
}

/** Marks a member deleted and has the job do the rest, in the caller's transaction. */
export async function startDeletion(
  tx: Tx,
  member: DeletedMember,
  deps: AccountDeletionDeps,
  { done = [], ...asked }: { done?: string[]; asker?: Asker; language?: Language | null } = {},
): Promise<void> {
  await insertTombstone(tx, personHash(member))
  await insertDeletion(tx, member, { done, ...asked })
  await markDeleted(tx, member.uid)
  for (const part of deps.parts) await part.onConfirmed?.(tx, member)
  await deps.enqueue(tx, eraseMembersJob, {})
}
