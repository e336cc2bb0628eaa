import { m } from '#console-messages'
import type { NamedRequest } from '#contracts/operator-support.schemas.ts'
import type { SupportTopic } from '#contracts/support.constants.ts'

export const topicNames: Record<SupportTopic, () => string> = {
  account: m.inboxes_topic_account,
  payout: m.inboxes_topic_payout,
  earning: m.inboxes_topic_earning,
  order: m.inboxes_topic_order,
  technical: m.inboxes_topic_technical,
  abuse: m.inboxes_topic_abuse,
  privacy: m.inboxes_topic_privacy,
  other: m.inboxes_topic_other,
}

const stateNames: Record<NamedRequest['state'], () => string> = {
  open: m.inboxes_state_open,
  answered: m.inboxes_state_answered,
  closed: m.inboxes_state_closed,
}

/** How a request stands; what an operator wrote first is no answer until the member has written. */
export function requestState({ state, hasReplied }: Pick<NamedRequest, 'state' | 'hasReplied'>): string {
  return state === 'answered' && !hasReplied ? m.inboxes_state_sent() : stateNames[state]()
}
