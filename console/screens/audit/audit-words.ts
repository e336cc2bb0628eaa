import { m } from '#console-messages'
import type { AuditEntryView } from '#contracts/operator-audit.schemas.ts'

/** By what an act came in. */
export const viaNames: Record<AuditEntryView['via'], () => string> = {
  console: m.audit_via_console,
  'api key': m.audit_via_api_key,
  command: m.audit_via_command,
  job: m.audit_via_job,
  database: m.audit_via_database,
}

/** In the order in which they are chosen from. */
export const auditVias = Object.keys(viaNames) as AuditEntryView['via'][]
