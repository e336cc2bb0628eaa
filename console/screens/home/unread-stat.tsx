import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { Stat } from '#console/ui/stat.tsx'

/** In place of a figure that could not be read. */
export function UnreadStat({ label, onRetry }: { label: string; onRetry: () => unknown }) {
  return (
    <Stat
      label={label}
      value={m.common_none()}
      detail={
        <>
          <p role="alert">{m.common_failed()}</p>
          <Button size="compact-sm" variant="default" onClick={() => void onRetry()}>
            {m.common_retry()}
          </Button>
        </>
      }
      isBad
    />
  )
}
