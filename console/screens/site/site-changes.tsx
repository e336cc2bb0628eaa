import { Button } from '@mantine/core'
import { m } from '#console-messages'
import type { OperatedSite } from '#contracts/operator-site.schemas.ts'
import { useMay } from '#console/platform/session.ts'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { formatDateTime } from '#console/ui/format.ts'
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
        <Lines>
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
