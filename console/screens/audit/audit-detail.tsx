import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getAuditEntry } from '#contracts/operator-audit.endpoints.ts'
import type { AuditEntryView } from '#contracts/operator-audit.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { FailureState } from '#console/ui/states.tsx'
import styles from './audit.module.css'
import { viaNames } from './audit-words.ts'

/** An act that is open: what was asked for, and the rows of audited tables that it changed. */
export function AuditDetail({ row }: { row: AuditEntryView }) {
  const read = useQuery({
    queryKey: ['audit-entry', row.id],
    queryFn: async ({ signal }) => await call(getAuditEntry, { params: { id: row.id }, signal }),
  })
  const entry = read.data
  return (
    <Detail heading={row.action} lead={`${row.by} · ${formatDateTime(row.at)}`}>
      <Facts
        facts={[
          [m.audit_target(), <code key="target">{row.target}</code>],
          [m.audit_reason(), row.reason],
          [m.audit_via(), viaNames[row.via]()],
          [m.audit_member(), row.member],
          [m.audit_number(), row.seq],
          [m.audit_request(), row.requestId && <code key="request">{row.requestId}</code>],
        ]}
      />
      <Values before={row.before} after={row.after} />
      {read.isError && <FailureState error={read.error} onRetry={() => void read.refetch()} />}
      {entry && entry.personal !== null && (
        <>
          <h3>{m.audit_personal()}</h3>
          <pre className={styles.value}>
            {entry.personal === 'confidential' ? m.audit_confidential() : textOf(entry.personal)}
          </pre>
        </>
      )}
      {entry && entry.changes.length > 0 && (
        <>
          <h3>{m.audit_changes()}</h3>
          {entry.changeCount > entry.changes.length && (
            <p>
              {m.audit_changes_first({
                shown: formatNumber(entry.changes.length),
                count: formatNumber(entry.changeCount),
              })}
            </p>
          )}
          {entry.changes.map(({ table, key, before, after }) => (
            <section key={`${table} ${textOf(key)}`}>
              <p>
                <b>{table}</b> <code>{textOf(key)}</code>
              </p>
              <Values {...changed(before, after)} />
            </section>
          ))}
        </>
      )}
    </Detail>
  )
}

function Values({ before, after }: { before: unknown; after: unknown }) {
  if (isNothing(before) && isNothing(after)) return null
  return (
    <dl className={styles.values}>
      {(
        [
          [m.audit_before(), before],
          [m.audit_after(), after],
        ] as const
      ).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <pre className={styles.value}>{isNothing(value) ? m.audit_nothing() : textOf(value)}</pre>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Of a row that was there before and after, what is other alone. */
function changed(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!isRow(before) || !isRow(after)) return { before, after }
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => textOf(before[name]) !== textOf(after[name]),
  )
  const only = (row: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: only(before), after: only(after) }
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
