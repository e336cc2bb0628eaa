import { Button } from '@mantine/core'
import { m } from '#console-messages'
import { EmptyState } from '../ui/states.tsx'

/** In place of a screen whose code failed, or whose file an update took away. */
export function ScreenFailure() {
  return (
    <EmptyState
      heading={m.common_screen_failed()}
      action={<Button onClick={() => location.reload()}>{m.common_reload()}</Button>}
    >
      {m.common_screen_failed_detail()}
    </EmptyState>
  )
}
