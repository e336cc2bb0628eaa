import { Button, Group, Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import {
  downloadOperatorExport,
  listOperatorExports,
  removeOperatorExport,
} from '#contracts/operator-desk.endpoints.ts'
import type { OperatorExport } from '#contracts/operator-desk.schemas.ts'
import { call } from '#console/platform/api.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { EmptyState, FailureState, LoadingState } from '#console/ui/states.tsx'
import { saveFile } from '#console/ui/table/csv.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { exportNames } from './export-names.ts'
import { NewExport } from './new-export.tsx'

/** How often a file that is being made is looked at. */
const lookMs = 2_000

/** The operator's own files of lists: begun, watched, cancelled, downloaded. */
export default function Exports() {
  const files = useQuery({
    queryKey: ['operator-exports'],
    queryFn: async ({ signal }) =>
      await call(listOperatorExports, { signal, headers: { 'x-background': '1' } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? lookMs : false),
  })
  return (
    <>
      <ScreenHead title={m.exports_title()} summary={m.exports_lead()} />
      <NewExport />
      {files.isPending ? (
        <LoadingState />
      ) : files.isError ? (
        <FailureState error={files.error} onRetry={() => void files.refetch()} />
      ) : files.data.items.length === 0 ? (
        <EmptyState heading={m.exports_empty()}>{m.exports_empty_hint()}</EmptyState>
      ) : (
        <Card heading={m.exports_title()}>
          <Lines file={null}>
            {files.data.items.map((file) => (
              <File key={file.id} file={file} />
            ))}
          </Lines>
        </Card>
      )}
    </>
  )
}

function isUnderWay({ state }: OperatorExport): boolean {
  return state === 'waiting' || state === 'running'
}

function File({ file }: { file: OperatorExport }) {
  const { id, list, state, rows, total, startedAt } = file
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: async () => await call(removeOperatorExport, { params: { id } }),
    onSuccess: async () => await client.invalidateQueries({ queryKey: ['operator-exports'] }),
  })
  const download = useMutation({
    mutationFn: async () => await call(downloadOperatorExport, { params: { id } }),
    onSuccess: (content) => saveFile(`${list}-${startedAt.slice(0, 10)}.csv`, content as unknown as Blob),
  })
  const failure = cancel.error ?? download.error
  return (
    <Line
      name={nameOf(file)}
      detail={
        <>
          <span role="status">
            {formatDateTime(startedAt)} · {said(file)}
          </span>
          {state === 'running' && total !== null && total > 0 && (
            <Progress
              aria-label={m.exports_progress({ list: exportNames[list]() })}
              value={(100 * rows) / total}
              mt={6}
            />
          )}
          {failure && <FailureAlert error={failure} />}
        </>
      }
      acts={
        <Group gap="xs" wrap="nowrap">
          {state === 'ready' && (
            <Button variant="light" loading={download.isPending} onClick={() => download.mutate()}>
              {m.exports_download()}
            </Button>
          )}
          {isUnderWay(file) && (
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {m.exports_cancel()}
            </Button>
          )}
          <ActButton act={removeAct} row={file} idOf={idOf} nameOf={nameOf} variant="default" />
        </Group>
      }
    />
  )
}

/** What a file is called: its list, and by what that was narrowed. */
function nameOf({ list, filters }: OperatorExport): string {
  const by = Object.entries(filters).map(([name, value]) => `${name} ${value}`)
  return `${exportNames[list]()} · ${by.length > 0 ? by.join(', ') : m.exports_whole()}`
}

function idOf({ id }: OperatorExport): string {
  return id
}

const removeAct: RowAct<OperatorExport> = {
  id: 'remove-export',
  label: m.exports_remove(),
  look: 'danger',
  permission: 'list.export',
  applies: (file) => !isUnderWay(file),
  preview: ([file]) => (
    <>
      <p>{nameOf(file!)}</p>
      <p>
        {file!.state === 'ready'
          ? m.exports_remove_preview({ count: file!.rows, rows: formatNumber(file!.rows) })
          : m.exports_remove_none()}
      </p>
    </>
  ),
  run: async ([file]) => {
    await call(removeOperatorExport, { params: { id: file!.id } })
    return oneDone(file!.id)
  },
  said: m.exports_removed,
}

function said({ state, rows, total, expiresAt }: OperatorExport): string {
  const count = formatNumber(rows)
  if (state === 'running')
    return total === null
      ? m.exports_running({ rows: count })
      : m.exports_running_of({ rows: count, total: formatNumber(total) })
  if (state === 'ready') return m.exports_ready({ count: rows, rows: count, time: formatDateTime(expiresAt) })
  return { waiting: m.exports_waiting, cancelled: m.exports_cancelled, failed: m.exports_failed }[state]()
}
