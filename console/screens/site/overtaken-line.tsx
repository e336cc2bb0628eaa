import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { Overtaken } from '#console/ui/overtaken.tsx'
import styles from './site.module.css'

/** What another operator set the line to while it was being written, and giving way to it. */
export function OvertakenLine({ value, onDiscard }: { value: string | null; onDiscard: () => void }) {
  return (
    <Overtaken hint={m.site_overtaken_hint()}>
      <div className={styles.theirs}>
        <bdi>{value ?? m.site_change_removed()}</bdi>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {m.site_take_theirs()}
        </Button>
      </div>
    </Overtaken>
  )
}
