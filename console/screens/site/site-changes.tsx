import { Button } from '@mantine/core'
import { m } from '#console-messages'
import type { OperatedSite } from '#contracts/operator-site.schemas.ts'
import { useMay } from '#console/platform/session.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { listFile } from '#console/ui/table/file-button.tsx'
import { useSetLine } from './set-line.ts'
import { lineNames } from './site-words.ts'

/** What was said before, the newest first; each can be said again. */
export function SiteChanges({ site: { changes, lines } }: { site: OperatedSite }) {
  const may = useMay()
  const set = useSetLine()
  const valueOf = (name: string) => lines.find((line) => line.name === name)?.value ?? null
  return (
    <Card heading={m.site_changes()}>
      {changes.length === 0 ? (
        m.site_changes_none()
      ) : (
        <Lines
          file={listFile('site-changes', changes, [
            [m.table_file_time(), ({ setAt }) => setAt],
            [m.table_file_by(), ({ author }) => author],
            [m.site_file_line(), ({ name }) => name],
            [m.site_file_value(), ({ value }) => value],
          ])}
        >
          {changes.map(({ name, value, author, setAt }) => (
            <Line
              key={`${name} ${setAt}`}
              name={name === 'site.logo' ? m.site_logo() : lineNames[name]()}
              detail={
                <>
                  {name !== 'site.logo' && (value === null ? m.site_change_removed() : <bdi>{value}</bdi>)}{' '}
                  {m.site_change_by({ author, time: formatDateTime(setAt) })}
                </>
              }
              acts={
                name !== 'site.logo' &&
                value !== valueOf(name) &&
                may('site.set') && (
                  <Button
                    variant="light"
                    loading={set.isPending && set.variables.name === name && set.variables.value === value}
                    onClick={() => set.mutate({ name, value, seen: valueOf(name) })}
                  >
                    {m.site_change_again()}
                  </Button>
                )
              }
            />
          ))}
        </Lines>
      )}
      {set.isError && <FailureAlert error={set.error} />}
    </Card>
  )
}
