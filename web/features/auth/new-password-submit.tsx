import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { formatDuration } from '#web/ui/common/format.ts'

/** Sets the new password; while the server asks to wait, it says for how long. */
export function NewPasswordSubmit({ loading, waitMs }: { loading: boolean; waitMs: number }) {
  return (
    <Button type="submit" full loading={loading} disabled={waitMs > 0}>
      {waitMs > 0 ? m.auth_wait({ time: formatDuration(waitMs) }) : m.auth_reset_choose_submit()}
    </Button>
  )
}
