import { m } from '#messages'
import type { SocialShareItem } from '#contracts/shares.schemas.ts'
import { formatDate } from '#web/ui/common/format.ts'

/** A share's status, why nothing was paid yet, and until when. */
export function shareText(share: SocialShareItem, now?: Date): string {
  const { state, reason, clicks, clicksNeeded: needed, until, closesAt, paidAt } = share
  if (state === 'paid') return m.shares_paid({ date: formatDate(paidAt!, now) })
  if (state === 'ended') {
    if (reason === 'not_genuine') return m.shares_ended_alike({ clicks, needed })
    return reason === 'day_full' ? m.shares_ended_full() : m.shares_ended({ clicks, needed })
  }
  if (until) return m.shares_day_full({ date: formatDate(until, now) })
  if (clicks >= needed) return m.shares_soon()
  if (reason === 'hosting_network') return m.shares_review_hosting()
  if (reason === 'network_limit') return m.shares_review_network()
  return `${m.shares_clicks({ clicks, needed })}. ${m.shares_until({ date: formatDate(closesAt, now) })}`
}
