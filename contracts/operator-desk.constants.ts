import type { OperatorPermission } from '#rules/operator-permissions.ts'

/** The lists of which a job makes a file. */
export const EXPORT_LISTS = [
  'conversions',
  'members',
  'links',
  'orders',
  'claims',
  'redemptions',
  'support',
  'abuse',
  'applications',
  'campaign-members',
  'conversion-reviews',
  'click-reviews',
  'share-reviews',
  'invitation-reviews',
  'payments',
  'campaigns',
  'deliveries',
  'ledger',
  'accounts',
  'account-entries',
  'audit',
  'suppressed-addresses',
  'deletions',
  'failed-jobs',
] as const
export type ExportList = (typeof EXPORT_LISTS)[number]

/** What a file of a list takes, beside `list.export`: as much as reading all of the list, and for members their data. */
export const exportPermissions: Record<ExportList, readonly OperatorPermission[]> = {
  conversions: ['read.members'],
  members: ['member.export'],
  links: ['read.members'],
  orders: ['read.members'],
  claims: ['read.members'],
  // Its lines begin with the member.
  redemptions: ['read.money', 'read.members'],
  support: ['read.members'],
  abuse: ['read.members'],
  applications: ['read.members'],
  'campaign-members': ['read.members'],
  'conversion-reviews': ['read.members'],
  'click-reviews': ['read.members'],
  'share-reviews': ['read.members'],
  'invitation-reviews': ['read.members'],
  payments: ['read.money', 'read.members'],
  campaigns: ['read'],
  deliveries: ['read'],
  ledger: ['read.money'],
  accounts: ['read.money', 'read.members'],
  'account-entries': ['read.money'],
  // Its acts on members name them.
  audit: ['read.audit', 'read.members'],
  'suppressed-addresses': ['read.members'],
  deletions: ['read'],
  'failed-jobs': ['job.run'],
}

/** How many views of a list an operator keeps at most. */
export const VIEWS_MAX = 50

/** How many files of an operator are made at once at most. */
export const EXPORTS_AT_ONCE_MAX = 3

/** How long a file can be downloaded. */
export const EXPORT_HOURS = 24
