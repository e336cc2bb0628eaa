import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { EXPORT_LISTS, exportPermissions, type ExportList } from '#contracts/operator-desk.constants.ts'
import { startOperatorExport } from '#contracts/operator-desk.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { useSiteZoneName } from '#console/platform/site-zone.ts'
import { Card } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { exportNames } from './export-names.ts'

/** Those that are narrowed by the filters of their screens; the others by days. */
const byScreen: ReadonlySet<ExportList> = new Set<ExportList>(['conversions', 'campaigns', 'audit'])
/** Of one thing alone: begun where that is shown. */
const ofOne: ReadonlySet<ExportList> = new Set<ExportList>(['account-entries', 'campaign-members'])

/** Begins a file of a list. */
export function NewExport() {
  const may = useMay()
  const lists = EXPORT_LISTS.filter((list) => !ofOne.has(list) && exportPermissions[list].every(may))
  const [list, setList] = useState<ExportList>(lists[0] ?? 'ledger')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const client = useQueryClient()
  const siteZone = useSiteZoneName()
  const start = useMutation({
    mutationFn: async () => {
      const filters = !byScreen.has(list) ? { ...(from && { from }), ...(to && { to }) } : {}
      return await call(startOperatorExport, { body: { list, filters } })
    },
    onSuccess: async () => await client.invalidateQueries({ queryKey: ['operator-exports'] }),
  })
  return (
    <Card heading={m.exports_new()}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate()
        }}
      >
        <Group align="end" gap="sm">
          <NativeSelect
            label={m.exports_list()}
            value={list}
            onChange={(event) => setList(event.currentTarget.value as ExportList)}
            data={lists.map((value) => ({ value, label: exportNames[value]() }))}
          />
          {!byScreen.has(list) && (
            <>
              <TextInput
                type="date"
                label={m.exports_from({ zone: list === 'ledger' ? 'UTC' : siteZone })}
                value={from}
                onChange={(event) => setFrom(event.currentTarget.value)}
              />
              <TextInput
                type="date"
                label={m.exports_to()}
                value={to}
                onChange={(event) => setTo(event.currentTarget.value)}
              />
            </>
          )}
          <Button type="submit" loading={start.isPending}>
            {m.exports_start()}
          </Button>
        </Group>
      </form>
      {start.isError && <FailureAlert error={start.error} />}
    </Card>
  )
}
