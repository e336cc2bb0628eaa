import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { m } from '#console-messages'
import { browserZone } from '#console/platform/site-zone.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { useSetLine } from './set-line.ts'
import { lineHints, lineNames } from './site-words.ts'
import styles from './site.module.css'

/** The time zone of operators. It is set once it is saved: an arrow key chooses, too. */
export function SiteZone({ value }: { value: string | null }) {
  const may = useMay()
  const [chosen, setChosen] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  const set = useSetLine(() => setChosen(null))
  // The browser's own and UTC first; a command may have set an older name.
  const zones = new Set([
    browserZone(),
    'UTC',
    ...(value ? [value] : []),
    ...Intl.supportedValuesOf('timeZone'),
  ])
  const shown = chosen ?? value ?? ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        set.mutate({ name: 'site.zone', value: shown, seen })
      }}
    >
      <div className={styles.line}>
        <NativeSelect
          className={styles.field}
          label={lineNames['site.zone']()}
          description={lineHints['site.zone']()}
          disabled={!may('site.set')}
          data={[...(value === null ? [{ value: '', label: '–' }] : []), ...zones]}
          value={shown}
          onChange={(event) => {
            if (chosen === null) setSeen(value)
            setChosen(event.currentTarget.value)
          }}
        />
        {shown !== (value ?? '') && (
          <Button type="submit" loading={set.isPending}>
            {m.site_save()}
          </Button>
        )}
      </div>
      {set.isError && <FailureAlert error={set.error} />}
    </form>
  )
}
