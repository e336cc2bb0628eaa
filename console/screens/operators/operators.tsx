import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { inviteOperator, listOperators } from '#contracts/operators.endpoints.ts'
import type { OperatorView } from '#contracts/operators.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatDate } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'

import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { proposeEnabling } from '#contracts/pending-acts.endpoints.ts'
import { AddOperatorDialog } from './add-operator-dialog.tsx'
import { ChangeRole } from './change-role.tsx'
import { disabling } from './disabling.tsx'
import { roleNames } from './role-names.ts'

/** Everybody who operates the installation. */
export default function Operators() {
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  return (
    <>
      <ScreenHead title={m.shell_operators()}>
        {may('operator.add') && <Button onClick={dialog.open}>{m.operators_add()}</Button>}
      </ScreenHead>
      <DataTable
        label={m.shell_operators()}
        source={source}
        columns={columns}
        acts={acts}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        detail={(row, buttons) => <OperatorDetail row={row} acts={buttons} />}
      />
      <AddOperatorDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}

function OperatorDetail({ row, acts }: { row: OperatorView; acts: ReactNode }) {
  const may = useMay()
  return (
    <Detail
      heading={<bdi>{row.name}</bdi>}
      lead={row.email}
      acts={
        <>
          {acts}
          <ChangeRole row={row} />
        </>
      }
    >
      <Facts
        facts={[
          [m.operators_role(), roleNames[row.role]()],
          [m.operators_since(), formatDate(row.createdAt)],
          [m.operators_state(), row.disabledAt ? m.operators_disabled() : m.operators_active()],
        ]}
      />
      {may('read.audit') && (
        <Link to={`/${consoleRoutes.audit}?operatorId=${row.id}`}>{m.operators_acts()}</Link>
      )}
    </Detail>
  )
}

const source: TableSource<OperatorView> = {
  key: 'operators',
  page: async ({ signal }) => ({ ...(await call(listOperators, { signal })), nextCursor: null }),
}

const columns: TableColumn<OperatorView>[] = [
  {
    id: 'name',
    header: m.operators_name(),
    cell: ({ name }) => (
      <b>
        <bdi>{name}</bdi>
      </b>
    ),
    csv: ({ name }) => name,
  },
  { id: 'email', header: m.operators_email(), cell: ({ email }) => email, csv: ({ email }) => email },
  { id: 'role', header: m.operators_role(), cell: ({ role }) => roleNames[role](), csv: ({ role }) => role },
  {
    id: 'state',
    header: m.operators_state(),
    cell: ({ disabledAt }) => (
      <Pill tone={disabledAt ? 'plain' : 'good'}>
        {disabledAt ? m.operators_disabled() : m.operators_active()}
      </Pill>
    ),
    csv: ({ disabledAt }) => disabledAt,
  },
  {
    id: 'since',
    header: m.operators_since(),
    cell: ({ createdAt }) => formatDate(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
]

const acts: readonly RowAct<OperatorView>[] = [
  {
    id: 'invite',
    label: m.operators_invite(),
    look: 'quiet',
    permission: 'operator.invite',
    applies: ({ disabledAt }) => disabledAt === null,
    preview: (rows) => rows.map(({ id, name }) => <p key={id}>{m.operators_invite_preview({ name })}</p>),
    run: async (rows) =>
      await outcomeOfEach(rows, async ({ id }) => await call(inviteOperator, { params: { id } })),
    said: (count) => m.operators_invited({ count }),
  },
  disabling,
  {
    id: 'enable',
    label: m.operators_enable(),
    look: 'quiet',
    permission: 'operator.enable',
    applies: ({ disabledAt }) => disabledAt !== null,
    reason: { label: m.operators_reason(), isRequired: true },
    preview: (rows) => rows.map(({ id, name }) => <p key={id}>{m.operators_enable_preview({ name })}</p>),
    run: async (rows, reason) =>
      await outcomeOfEach(
        rows,
        async ({ id }) => await call(proposeEnabling, { params: { id }, body: { reason } }),
      ),
    said: (count) => m.operators_enable_said({ count }),
  },
]
