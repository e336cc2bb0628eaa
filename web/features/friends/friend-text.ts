import { m } from '#messages'
import type { Friend } from '#contracts/friends.schemas.ts'
import { formatDate } from '#web/ui/common/format.ts'

type Words = { pill: string; tone: 'gold' | 'green' | 'coral' | 'plain'; why: string }

/** The status of a friend's invitation, and why nothing was paid yet. */
export function friendText(friend: Friend, now?: Date): Words {
  const { state, reason, until, paidAt } = friend
  switch (state) {
    case 'paid':
      return {
        pill: m.friends_state_paid(),
        tone: 'green',
        why: m.friends_why_paid({ date: formatDate(paidAt!, now) }),
      }
    case 'under_review':
      return {
        pill: m.friends_state_under_review(),
        tone: 'coral',
        why: reason === 'shared_destination' ? m.friends_why_destination() : m.friends_why_device(),
      }
    case 'refused':
      return { pill: m.friends_state_refused(), tone: 'plain', why: m.friends_why_refused() }
    case 'ended':
      return { pill: m.friends_state_ended(), tone: 'plain', why: m.friends_why_ended() }
    case 'waiting':
      return { pill: m.friends_state_waiting(), tone: 'gold', why: waitingWhy(friend, until, now) }
  }
}

function waitingWhy(
  { isProfileComplete, checkIns, checkInsNeeded }: Friend,
  until: string | null,
  now?: Date,
): string {
  if (until) return m.friends_why_month({ date: formatDate(until, now) })
  const left = checkInsNeeded - checkIns
  if (left > 0 && !isProfileComplete) return m.friends_why_both({ done: checkIns, needed: checkInsNeeded })
  if (left > 0) return m.friends_why_check_ins({ done: checkIns, needed: checkInsNeeded })
  return isProfileComplete ? m.friends_why_soon() : m.friends_why_profile()
}
