import { completeInvitation } from '#contracts/friends.endpoints.ts'
import type { User } from '#contracts/users.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { call } from '#web/platform/api.ts'
import { forgetInvitation } from './invitation.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'

/** Refusals for good: asking again would be refused again (docs/session.md, Invitation). */
const forGood: ReadonlySet<number> = new Set([400, 404, 409, 422])

let isUnderWay = false

/**
 * Says who invited this member, as this browser remembers it, and then forgets it; so it does where the member has an
 * inviter already. A refusal for good forgets it too,
 * without a word: the member did nothing wrong. Whatever may pass (no network, a session that ended, too many
 * requests, a server in trouble) keeps it for the next time the document is fetched. Answers whether it is written.
 */
export async function completeStoredInvitation(
  { gamification }: Pick<User, 'gamification'>,
  inviterShortId: string,
  ask: (inviterShortId: string) => Promise<unknown> = (id) =>
    call(completeInvitation, { body: { inviterShortId: id }, auth: 'forced' }),
): Promise<boolean> {
  if (isUnderWay) return false
  if (gamification.invitedBy !== null) {
    forgetInvitation()
    return false
  }
  isUnderWay = true
  try {
    await ask(inviterShortId)
    forgetInvitation()
    analytics.track('friend_invitation_complete')
    return true
  } catch (error) {
    if (error instanceof ApiProblem && forGood.has(error.status)) forgetInvitation()
    return false
  } finally {
    isUnderWay = false
  }
}
