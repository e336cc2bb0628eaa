import type { OperatorPermission } from '../rules/operator-permissions.ts'

/** What an operator's search finds, in the order of its answer. */
export const SEARCH_KINDS = [
  'member',
  'conversion',
  'claim',
  'click',
  'link',
  'campaign',
  'redemption',
  'order',
  'support',
  'abuse',
  'act',
  // An act on a member, where the log itself is not theirs to read: it is on the member’s page.
  'member-act',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** What an operator must be allowed to read to find some: the same as to open the screen that shows it. */
export const searchReaders: Record<SearchKind, OperatorPermission> = {
  member: 'read.members',
  conversion: 'read.members',
  claim: 'read.members',
  click: 'read.members',
  link: 'read.members',
  campaign: 'read',
  redemption: 'read.money',
  order: 'read.members',
  support: 'read.members',
  abuse: 'read.members',
  act: 'read.audit',
  'member-act': 'member.view',
}
