import { Button, TextInput } from '@mantine/core'
import { m } from '#console-messages'
import type { SiteLine } from '#contracts/operator-site.constants.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { OvertakenLine } from './overtaken-line.tsx'
import { lineHints, lineNames } from './site-words.ts'
import { useLineDraft } from './use-line-draft.ts'
import styles from './site.module.css'

/**
 * One line, changed by itself. What is being typed stays when another is set meanwhile: what was seen tells them apart.
 */
export function SiteLineForm({ name, value }: { name: SiteLine; value: string | null }) {
  const may = useMay()
  const draft = useLineDraft(name, value)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        draft.save()
      }}
    >
      <div className={styles.line}>
        <TextInput
          className={styles.field}
          label={lineNames[name]()}
          description={lineHints[name]()}
          maxLength={name === 'site.name' ? 24 : 500}
          readOnly={!may('site.set')}
          value={draft.shown}
          onChange={(event) => draft.type(event.currentTarget.value)}
        />
        {draft.isChanged && (
          <Button type="submit" loading={draft.isPending}>
            {draft.isOvertaken
              ? m.common_save_over()
              : draft.wanted === null
                ? m.site_remove()
                : m.site_save()}
          </Button>
        )}
      </div>
      {draft.isOvertaken && <OvertakenLine value={value} onDiscard={draft.discard} />}
      {draft.error && <FailureAlert error={draft.error} />}
    </form>
  )
}
