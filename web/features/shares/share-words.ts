import { m } from '#messages'
import type { SocialShareItem } from '#contracts/social-share.responses.ts'
import { formatDate } from '../../ui/format.ts'

/** How a share stands, and why nothing was paid yet, and until when. */
export function shareWords(share: SocialShareItem, now?: Date): string {
  const { state, reason, clicks, clicksNeeded: needed, until, closesAt, paidAt } = share
  if (state === 'paid') return m.shares_paid({ date: formatDate(paidAt!, now) })
  if (state === 'ended')
    return reason === 'day_full' ? m.shares_ended_full() : m.shares_ended({ clicks, needed })
  if (until) return m.shares_day_full({ date: formatDate(until, now) })
  if (clicks >= needed) return m.shares_soon()
  return `${m.shares_clicks({ clicks, needed })}. ${m.shares_until({ date: formatDate(closesAt, now) })}`
}
