import { completeInvitation } from '#contracts/friends.endpoints.ts'
import type { User } from '#contracts/users.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { call } from '#web/platform/api.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { forgetInvitation, rememberedInvitation } from './invitation.ts'
import { refusedInvitationKey } from './refused-invitation.ts'

/** Refusals for good: asking again would be refused again (docs/session.md, Invitation). */
const forGood: ReadonlySet<number> = new Set([400, 404, 409, 422])

const lockName = 'crels:invitation'

let isUnderWay = false

/**
 * Says who invited this member, as this browser remembers it, and then forgets it; so it does where the member has an
 * inviter already. A refusal for good forgets it too, and the member reads why, unless it is that they have one by now:
 * another tab said it, where no lock kept it from asking. Whatever may pass (no network, a session
 * that ended, too many requests, a server in trouble) keeps it for the next time the document is fetched. Answers whether
 * it is written.
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
    return await oneTab(async () => await complete(inviterShortId, ask))
  } finally {
    isUnderWay = false
  }
}

async function complete(
  inviterShortId: string,
  ask: (inviterShortId: string) => Promise<unknown>,
): Promise<boolean> {
  // Another tab, which fetched the document at the same sign-in, has asked.
  if (rememberedInvitation() !== inviterShortId) return false
  try {
    await ask(inviterShortId)
    forgetInvitation()
    analytics.track('friend_invitation_complete')
    return true
  } catch (error) {
    if (error instanceof ApiProblem && forGood.has(error.status)) {
      forgetInvitation()
      if (error.code !== 'already_granted') sayRefused(error.detail)
    }
    return false
  }
}

function sayRefused(sentence: string): void {
  // Kept also where no screen shows it for long: nobody has read it yet.
  queryClient.setQueryDefaults(refusedInvitationKey, { gcTime: Infinity })
  queryClient.setQueryData<string>(refusedInvitationKey, sentence)
}

/** One tab after the other, where the browser can: locks exist only on secure origins. */
async function oneTab<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(lockName, work) : await work()
}
