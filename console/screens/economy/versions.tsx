import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { m } from '#console-messages'
import { listEconomyVersions } from '#contracts/operator-economy.endpoints.ts'
import type { EconomyVersionView } from '#contracts/operator-economy.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Detail } from '#console/ui/detail.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import { settingsAgain, type SettingsAgain } from './settings-again.ts'
import { shownValue } from './shown-value.ts'
import { ChangesTable } from './simulation.tsx'

/** Every version of the settings with what it changed. */
export function Versions({ onAgain }: { onAgain: (taken: SettingsAgain) => void }) {
  const may = useMay()
  const again = useMutation({ mutationFn: settingsAgain, onSuccess: onAgain })
  return (
    <DataTable
      label={m.economy_versions()}
      source={source}
      columns={columns}
      idOf={({ version }) => String(version)}
      nameOf={({ version }) => m.economy_version_is({ version })}
      empty={m.economy_versions_empty()}
      detail={(row) => (
        <Detail heading={m.economy_version_is({ version: row.version })} lead={leadOf(row)} acts={null}>
          {may('economy.set') && (
            <>
              <Button variant="default" loading={again.isPending} onClick={() => again.mutate(row.version)}>
                {m.economy_again()}
              </Button>
              {again.error && <FailureAlert error={again.error} />}
            </>
          )}
          <ChangesTable changes={row.changes} />
        </Detail>
      )}
    />
  )
}

function leadOf({ author, setAt, reason }: EconomyVersionView): string {
  return setAt === null
    ? m.economy_initial_settings()
    : m.economy_version_by({ author, time: formatDateTime(setAt), reason })
}

const source: TableSource<EconomyVersionView> = {
  key: 'economy-versions',
  page: async ({ cursor, limit, signal }) =>
    await call(listEconomyVersions, { query: { cursor, limit }, signal }),
}

const columns: TableColumn<EconomyVersionView>[] = [
  {
    id: 'version',
    header: m.economy_version(),
    cell: ({ version }) => <b>{formatNumber(version)}</b>,
    csv: ({ version }) => version,
  },
  {
    id: 'changes',
    header: m.economy_changes(),
    cell: ({ changes, version }) =>
      version === 0 ? m.economy_initial_settings() : changes.map(changeText).join(', '),
    csv: ({ changes }) => changes.map(changeText).join('; '),
  },
  {
    id: 'author',
    header: m.economy_author(),
    cell: ({ author }) => <bdi>{author}</bdi>,
    csv: ({ author }) => author,
  },
  { id: 'reason', header: m.economy_reason(), cell: ({ reason }) => reason, csv: ({ reason }) => reason },
  {
    id: 'time',
    header: m.economy_time(),
    align: 'end',
    cell: ({ setAt }) => setAt !== null && formatDateTime(setAt),
    csv: ({ setAt }) => setAt,
  },
]

function changeText({ path, before, after }: EconomyVersionView['changes'][number]): string {
  return `${path} ${shownValue(before)} → ${shownValue(after)}`
}
