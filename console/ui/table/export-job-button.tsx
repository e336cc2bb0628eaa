import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import { consoleHref } from '#contracts/console-routes.ts'
import { exportPermissions, type ExportList } from '#contracts/operator-desk.constants.ts'
import { startOperatorExport } from '#contracts/operator-desk.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { sentenceOf } from '../failure.ts'

/** Begins a file of all that the filters show, made by a job however long the list is. */
export function ExportJobButton({
  list,
  filters,
  label = m.exports_by_job(),
}: {
  list: ExportList
  filters: Readonly<Record<string, string>>
  label?: string
}) {
  const may = useMay()
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: async () => await call(startOperatorExport, { body: { list, filters } }),
    onSuccess: async () => {
      notifications.show({
        message: (
          <>
            {m.exports_started()} · <a href={consoleHref('exports')}>{m.exports_see()}</a>
          </>
        ),
        autoClose: 12_000,
      })
      await client.invalidateQueries({ queryKey: ['operator-exports'] })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error).sentence }),
  })
  if (!may('list.export') || !exportPermissions[list].every(may)) return null
  return (
    <Button size="compact-sm" variant="subtle" loading={start.isPending} onClick={() => start.mutate()}>
      {label}
    </Button>
  )
}
