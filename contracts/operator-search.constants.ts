import type { OperatorPermission } from '../rules/operator-permissions.ts'

/** What an operator's search finds, in the order of its answer. */
export const SEARCH_KINDS = [
  'member',
  'conversion',
  'click',
  'link',
  'campaign',
  'redemption',
  'order',
  'support',
  'abuse',
  'act',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** What an operator must be allowed to read to find some: the same as to open the screen that shows it. */
export const searchReaders: Record<SearchKind, OperatorPermission> = {
  member: 'read.members',
  conversion: 'read.members',
  click: 'read.members',
  link: 'read.members',
  campaign: 'read',
  redemption: 'read.money',
  order: 'read.members',
  support: 'read.members',
  abuse: 'read.members',
  act: 'read.audit',
}
