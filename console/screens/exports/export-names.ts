import { m } from '#console-messages'
import type { ExportList } from '#contracts/operator-desk.constants.ts'

export const exportNames: Record<ExportList, () => string> = {
  conversions: m.exports_conversions,
  members: m.exports_members,
  ledger: m.exports_ledger,
  audit: m.exports_audit,
}
