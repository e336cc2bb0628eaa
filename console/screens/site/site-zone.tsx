import { Button, NativeSelect } from '@mantine/core'
import { m } from '#console-messages'
import { browserZone } from '#console/platform/site-zone.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { OvertakenLine } from './overtaken-line.tsx'
import { lineHints, lineNames } from './site-words.ts'
import { useLineDraft } from './use-line-draft.ts'
import styles from './site.module.css'

/** The time zone of operators. It is set once it is saved: an arrow key chooses, too. */
export function SiteZone({ value }: { value: string | null }) {
  const may = useMay()
  const draft = useLineDraft('site.zone', value)
  // The browser's own and UTC first; a command may have set an older name.
  const zones = new Set([
    browserZone(),
    'UTC',
    ...(value ? [value] : []),
    ...Intl.supportedValuesOf('timeZone'),
  ])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        draft.save()
      }}
    >
      <div className={styles.line}>
        <NativeSelect
          className={styles.field}
          label={lineNames['site.zone']()}
          description={lineHints['site.zone']()}
          disabled={!may('site.set')}
          data={[...(value === null ? [{ value: '', label: '–' }] : []), ...zones]}
          value={draft.shown}
          onChange={(event) => draft.type(event.currentTarget.value)}
        />
        {draft.isChanged && (
          <Button type="submit" loading={draft.isPending}>
            {draft.isOvertaken ? m.common_save_over() : m.site_save()}
          </Button>
        )}
      </div>
      {draft.isOvertaken && <OvertakenLine value={value} onDiscard={draft.discard} />}
      {draft.error && <FailureAlert error={draft.error} />}
    </form>
  )
}
