import { NativeSelect } from '@mantine/core'
import { browserZone } from '#console/platform/site-zone.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { useSetLine } from './set-line.ts'
import { lineHints, lineNames } from './site-words.ts'
import styles from './site.module.css'

/** The time zone of operators: set as soon as it is chosen. */
export function SiteZone({ value }: { value: string | null }) {
  const may = useMay()
  const set = useSetLine()
  // The browser's own and UTC first; a command may have set an older name.
  const zones = new Set([
    browserZone(),
    'UTC',
    ...(value ? [value] : []),
    ...Intl.supportedValuesOf('timeZone'),
  ])
  return (
    <div>
      <NativeSelect
        className={styles.field}
        label={lineNames['site.zone']()}
        description={lineHints['site.zone']()}
        disabled={!may('site.set') || set.isPending}
        data={[...(value === null ? [{ value: '', label: '–' }] : []), ...zones]}
        value={value ?? ''}
        onChange={(event) =>
          set.mutate({ name: 'site.zone', value: event.currentTarget.value || null, seen: value })
        }
      />
      {set.isError && <FailureAlert error={set.error} />}
    </div>
  )
}
