import { m } from '#messages'
import { SUPPORT_TOPICS, type SupportTopic } from '#contracts/support.constants.ts'
import type { SupportRequest } from '#contracts/support.schemas.ts'

/** Each topic's name, in the order of the form. */
export const topicNames: Record<SupportTopic, () => string> = {
  account: m.support_topic_account,
  payout: m.support_topic_payout,
  earning: m.support_topic_earning,
  order: m.support_topic_order,
  technical: m.support_topic_technical,
  abuse: m.support_topic_abuse,
  privacy: m.support_topic_privacy,
  other: m.support_topic_other,
}

/** Reads a topic of an address or a draft; empty where it is none. */
export function readTopic(text: string | null): SupportTopic | '' {
  return SUPPORT_TOPICS.find((topic) => topic === text) ?? ''
}

/** What a reference is called: by its prefix, or as it is written. */
export function referenceName(id: string): string {
  if (id.startsWith('cmp_')) return m.support_reference_campaign()
  if (id.startsWith('rdm_')) return m.support_reference_redemption()
  if (id.startsWith('ord_')) return m.support_reference_order()
  if (id.startsWith('lnk_')) return m.support_reference_link()
  if (id.startsWith('req_')) return m.support_reference_request({ id })
  return id
}

/** How what support wrote stands before I replied: nothing was answered. */
export const wroteState = { name: m.support_state_wrote, tone: 'gold' } as const

/** A request's state, as its pill says it. */
export const stateNames: Record<
  SupportRequest['state'],
  { name: () => string; tone: 'gold' | 'green' | 'plain' }
> = {
  open: { name: m.support_state_open, tone: 'gold' },
  answered: { name: m.support_state_answered, tone: 'green' },
  closed: { name: m.support_state_closed, tone: 'plain' },
}
