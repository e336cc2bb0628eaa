import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { m } from '#console-messages'
import { getAuditEntry, listAuditLog } from '#contracts/operator-audit.endpoints.ts'
import type { AuditEntryView } from '#contracts/operator-audit.schemas.ts'
import { listOperators } from '#contracts/operators.endpoints.ts'
import type { OperatorView } from '#contracts/operators.schemas.ts'
import { OPERATOR_ACTS } from '#rules/operator-permissions.ts'
import { call } from '#console/platform/api.ts'
import { useSiteZoneName } from '#console/platform/site-zone.ts'
import { formatDateTime } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { UnreadAlert } from '#console/ui/unread-alert.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { AuditDetail } from './audit-detail.tsx'
import { AuditTools } from './audit-tools.tsx'
import { auditVias, viaNames } from './audit-words.ts'

/** What operators, commands and jobs did, the newest first. */
export default function Audit() {
  const operators = useQuery({
    queryKey: ['operators'],
    queryFn: async ({ signal }) => await call(listOperators, { signal }),
  })
  const zone = useSiteZoneName()
  const filters = useMemo(() => filtersOf(operators.data?.items ?? [], zone), [operators.data, zone])
  return (
    <>
      <ScreenHead title={m.shell_audit()}>
        <AuditTools />
      </ScreenHead>
      <UnreadAlert query={operators}>{m.audit_operators_unread()}</UnreadAlert>
      <DataTable
        label={m.shell_audit()}
        source={source}
        columns={columns}
        filters={filters}
        fileByJob="audit"
        idOf={({ id }) => id}
        nameOf={({ action, seq }) => `${seq} ${action}`}
        detail={(row) => <AuditDetail row={row} />}
        empty={m.audit_empty()}
      />
    </>
  )
}

const source: TableSource<AuditEntryView> = {
  key: 'audit',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listAuditLog, { query: { ...filters, cursor, limit }, signal }),
  one: async (id, signal) => await call(getAuditEntry, { params: { id }, signal }),
}

const columns: TableColumn<AuditEntryView>[] = [
  {
    id: 'at',
    header: m.audit_when(),
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    csv: ({ at }) => at,
  },
  {
    id: 'by',
    header: m.audit_by(),
    cell: ({ by }) => (
      <b>
        <bdi>{by}</bdi>
      </b>
    ),
    csv: ({ by }) => by,
  },
  { id: 'action', header: m.audit_action(), cell: ({ action }) => action, csv: ({ action }) => action },
  {
    id: 'target',
    header: m.audit_target(),
    cell: ({ target }) => <code>{target}</code>,
    csv: ({ target }) => target,
  },
  { id: 'reason', header: m.audit_reason(), cell: ({ reason }) => reason, csv: ({ reason }) => reason },
  {
    id: 'via',
    header: m.audit_via(),
    cell: ({ via }) => viaNames[via](),
    csv: ({ via }) => via,
    isExtra: true,
  },
  {
    id: 'seq',
    header: m.audit_number(),
    align: 'end',
    cell: ({ seq }) => seq,
    csv: ({ seq }) => seq,
    isExtra: true,
  },
  {
    id: 'requestId',
    header: m.audit_request(),
    cell: ({ requestId }) => <code>{requestId}</code>,
    csv: ({ requestId }) => requestId,
    isExtra: true,
  },
]

/** Acts, and what is done to the database itself. */
const actions = [...OPERATOR_ACTS, 'audit.begin', 'database.write'].toSorted()

/** With the operators by name, those who act no more too: their entries stay. */
function filtersOf(operators: readonly OperatorView[], zone: string): TableFilter[] {
  return [
    { kind: 'date', name: 'from', label: m.audit_filter_from({ zone }) },
    { kind: 'date', name: 'to', label: m.audit_filter_to({ zone }) },
    {
      kind: 'choice',
      name: 'operatorId',
      label: m.audit_by(),
      options: operators.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` })),
    },
    {
      kind: 'choice',
      name: 'action',
      label: m.audit_action(),
      options: actions.map((action) => ({ value: action, label: action })),
    },
    {
      kind: 'choice',
      name: 'via',
      label: m.audit_via(),
      options: auditVias.map((via) => ({ value: via, label: viaNames[via]() })),
    },
    { kind: 'text', name: 'target', label: m.audit_filter_target() },
    { kind: 'text', name: 'requestId', label: m.audit_filter_request() },
  ]
}
