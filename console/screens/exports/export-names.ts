import { m } from '#console-messages'
import type { ExportList } from '#contracts/operator-desk.constants.ts'

export const exportNames: Record<ExportList, () => string> = {
  conversions: m.exports_conversions,
  members: m.exports_members,
  links: m.exports_links,
  orders: m.shell_orders,
  claims: m.shell_claims,
  redemptions: m.shell_redemptions,
  support: m.shell_support,
  abuse: m.shell_abuse,
  applications: m.shell_applications,
  'campaign-members': m.shell_campaign_members,
  'conversion-reviews': m.exports_conversion_reviews,
  'click-reviews': m.exports_click_reviews,
  'share-reviews': m.exports_share_reviews,
  'invitation-reviews': m.exports_invitation_reviews,
  payments: m.exports_payments,
  campaigns: m.shell_campaigns,
  deliveries: m.exports_deliveries,
  ledger: m.exports_ledger,
  accounts: m.exports_accounts,
  'account-entries': m.exports_account_entries,
  audit: m.exports_audit,
  'suppressed-addresses': m.shell_suppressed_addresses,
  deletions: m.shell_deletions,
  'failed-jobs': m.shell_failed_jobs,
}
