import { m } from '#console-messages'
import { liftAddress, listSuppressedAddresses } from '#contracts/operator-mail.endpoints.ts'
import type { SuppressedAddressView } from '#contracts/operator-mail.schemas.ts'
import { call } from '#console/platform/api.ts'
import { MemberLink } from '#console/platform/member-link.tsx'
import { formatDate } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { LiftPreview } from './lift-preview.tsx'

type Row = SuppressedAddressView

/** Addresses that mails do not reach, and whose they are. */
export default function SuppressedAddresses() {
  return (
    <>
      <ScreenHead title={m.shell_suppressed_addresses()} summary={m.system_suppressed_lead()} />
      <DataTable
        label={m.shell_suppressed_addresses()}
        source={source}
        columns={columns}
        filters={filters}
        acts={acts}
        idOf={({ address }) => address}
        nameOf={({ address }) => address}
        empty={m.system_suppressed_empty()}
        fileByJob="suppressed-addresses"
      />
    </>
  )
}

const source: TableSource<Row> = {
  key: 'suppressed-addresses',
  page: async ({ filters: asked, cursor, limit, signal }) =>
    await call(listSuppressedAddresses, { query: { ...asked, cursor, limit }, signal }),
}

const words = { bounce: m.system_bounce, complaint: m.system_complaint }

const filters: TableFilter[] = [
  { kind: 'text', name: 'q', label: m.system_address_part() },
  {
    kind: 'choice',
    name: 'reason',
    label: m.system_suppressed_why(),
    options: (['bounce', 'complaint'] as const).map((value) => ({ value, label: words[value]() })),
  },
]

const columns: TableColumn<Row>[] = [
  {
    id: 'address',
    header: m.system_address(),
    cell: ({ address }) => (
      <b>
        <bdi>{address}</bdi>
      </b>
    ),
    csv: ({ address }) => address,
  },
  {
    id: 'member',
    header: m.system_suppressed_member(),
    cell: ({ members, address }) =>
      members.length === 0
        ? m.system_suppressed_nobody()
        : members.map(({ uid, name }, at) => (
            <span key={uid}>
              {at > 0 && ', '}
              <MemberLink uid={uid} name={name ?? address} left={address} />
            </span>
          )),
    csv: ({ members }) => members.map(({ uid }) => uid).join(' '),
  },
  {
    id: 'reason',
    header: m.system_suppressed_why(),
    cell: ({ reason }) => <Pill tone={reason === 'complaint' ? 'bad' : 'warn'}>{words[reason]()}</Pill>,
    csv: ({ reason }) => reason,
  },
  {
    id: 'detail',
    header: m.system_suppressed_says(),
    cell: ({ detail }) => <bdi>{detail}</bdi>,
    csv: ({ detail }) => detail,
  },
  {
    id: 'since',
    header: m.system_suppressed_since(),
    align: 'end',
    cell: ({ since }) => formatDate(since),
    csv: ({ since }) => since,
  },
]

const acts: readonly RowAct<Row>[] = [
  {
    id: 'lift',
    label: m.system_lift(),
    hotkey: 'l',
    permission: 'mail.lift',
    reason: { label: m.common_reason(), isRequired: true },
    preview: (rows) => <LiftPreview rows={rows} />,
    run: async (rows, reason) =>
      await outcomeOfEach(
        rows.map(({ address }) => ({ id: address })),
        async ({ id: address }) => await call(liftAddress, { body: { address, reason } }),
      ),
    said: (count) => m.system_lifted({ count }),
  },
]
