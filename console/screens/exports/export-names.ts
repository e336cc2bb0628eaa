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
  ledger: m.exports_ledger,
  audit: m.exports_audit,
}
