import type { AuditEntryView } from '#contracts/operator-audit.schemas.ts'
import type { AuditEntry } from './audit-log.ts'

/** An entry as it is answered. */
export function entryView({ at, before, after, personal, ...entry }: AuditEntry): AuditEntryView {
  return { ...entry, at: at.toISOString(), before: before ?? null, after: after ?? null, personal }
}
