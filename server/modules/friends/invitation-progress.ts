import { countAwards } from '#server/modules/ledger/public.ts'
import type { RewardProgram } from '#contracts/rewards.constants.ts'
import type { Friend } from '#contracts/friends.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { InvitationRow } from './invitation-queries.ts'

export type InvitationProgress = Pick<
  Friend,
  'state' | 'reason' | 'until' | 'isProfileComplete' | 'checkIns' | 'checkInsNeeded'
>

/** How far a friend is, and why nothing was paid yet. What was paid is not looked at again. */
export async function invitationProgress(
  db: Db,
  { friendUid, friendParty, state, reason, lookAgainAt }: InvitationRow,
  settings: Economy['friendInvitation'],
): Promise<InvitationProgress> {
  const isOpen = state === 'waiting'
  const isDone = state === 'paid' || state === 'under_review'
  return {
    state,
    reason,
    until: reason === 'inviter_month_full' ? lookAgainAt!.toISOString() : null,
    isProfileComplete: isOpen ? ((await memberProfile(db, friendUid))?.isComplete ?? false) : isDone,
    checkIns: isOpen
      ? Math.min(
          await countAwards(db, friendParty, 'daily-check-in' satisfies RewardProgram),
          settings.checkIns,
        )
      : isDone
        ? settings.checkIns
        : 0,
    checkInsNeeded: settings.checkIns,
  }
}
