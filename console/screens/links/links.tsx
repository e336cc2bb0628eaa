import { Button } from '@mantine/core'
import { useState } from 'react'
import { m } from '#console-messages'
import { blockHost, listBlockedHosts, unblockHost } from '#contracts/operator-links.endpoints.ts'
import type { BlockedHost } from '#contracts/operator-links.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { formatDate, formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { ExportJobButton } from '#console/ui/table/export-job-button.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import { BlockHostDialog } from './block-host-dialog.tsx'
import { UnblockReach } from './host-reach.tsx'
import { OneLink } from './one-link.tsx'

/** Short links by their code, and hosts that none may lead to. */
export default function Links() {
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  return (
    <>
      <ScreenHead title={m.shell_links()}>
        <ExportJobButton list="links" filters={all} label={m.links_file()} />
        {may('link.block-host') && <Button onClick={() => setOpen(true)}>{m.links_block_host()}</Button>}
      </ScreenHead>
      {may('read.members') && <OneLink />}
      <DataTable
        label={m.links_hosts()}
        source={source}
        columns={columns}
        acts={acts}
        idOf={({ host }) => host}
        nameOf={({ host }) => host}
        empty={m.links_hosts_empty()}
      />
      <BlockHostDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const all = {}

const source: TableSource<BlockedHost> = {
  key: 'blocked-hosts',
  page: async ({ cursor, limit, signal }) =>
    await call(listBlockedHosts, { query: { cursor, limit }, signal }),
}

const columns: TableColumn<BlockedHost>[] = [
  { id: 'host', header: m.links_host(), cell: ({ host }) => <b>{host}</b>, csv: ({ host }) => host },
  { id: 'reason', header: m.links_reason(), cell: ({ reason }) => reason, csv: ({ reason }) => reason },
  {
    id: 'links',
    header: m.links_stopped(),
    align: 'end',
    cell: ({ links }) => formatNumber(links),
    csv: ({ links }) => links,
  },
  {
    id: 'since',
    header: m.links_since(),
    align: 'end',
    cell: ({ blockedAt }) => formatDate(blockedAt),
    csv: ({ blockedAt }) => blockedAt,
  },
]

const acts: readonly RowAct<BlockedHost>[] = [
  {
    id: 'unblock',
    label: m.links_unblock(),
    hotkey: 'u',
    permission: 'link.unblock-host',
    reason: { label: m.common_reason(), isRequired: true },
    preview: (rows) => rows.map(({ host }) => <UnblockReach key={host} host={host} />),
    run: async (rows, why) =>
      await outcomeOfEach(
        rows.map(({ host, reason }) => ({ id: host, reason })),
        async ({ id: host }) => await call(unblockHost, { params: { host }, body: { reason: why } }),
        // With the reason it had. All of it was meant before, also where many share it.
        async ({ id: host, reason }) =>
          await call(blockHost, { body: { host, reason, isShared: true, isUndo: true } }),
      ),
    remains: m.links_unblock_remains,
    undoPermission: 'link.block-host',
    said: (count) => m.links_unblocked({ count }),
  },
]
