import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { m } from '#console-messages'
import type { SiteLine } from '#contracts/operator-site.constants.ts'
import { useMay } from '#console/platform/session.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { useSetLine } from './set-line.ts'
import { lineHints, lineNames } from './site-words.ts'
import styles from './site.module.css'

/** One line, changed by itself. What is being typed stays when another is set meanwhile: what was seen tells them apart. */
export function SiteLineForm({ name, value }: { name: SiteLine; value: string | null }) {
  const may = useMay()
  const [typed, setTyped] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  const set = useSetLine(() => setTyped(null))
  const shown = typed ?? value ?? ''
  const wanted = shown.trim() === '' ? null : shown.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        set.mutate({ name, value: wanted, seen })
      }}
    >
      <div className={styles.line}>
        <TextInput
          className={styles.field}
          label={lineNames[name]()}
          description={lineHints[name]()}
          maxLength={name === 'site.name' ? 24 : 500}
          readOnly={!may('site.set')}
          value={shown}
          onChange={(event) => {
            if (typed === null) setSeen(value)
            setTyped(event.currentTarget.value)
          }}
        />
        {typed !== null && wanted !== value && (
          <Button type="submit" loading={set.isPending}>
            {wanted === null ? m.site_remove() : m.site_save()}
          </Button>
        )}
      </div>
      {set.isError && <FailureAlert error={set.error} />}
    </form>
  )
}
