import { m } from '#messages'
import type { WayIn } from '#contracts/identity.schemas.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { WaysInList } from '../ways-in-list.tsx'

/** After a reset: what gets in beside the new password. It is removed once one is signed in, factors by a factor. */
export function RemainingWaysIn({ waysIn }: { waysIn: readonly WayIn[] }) {
  return (
    <Notice tone="gold">
      <p>{m.auth_ways_in_heading()}</p>
      <WaysInList waysIn={waysIn} />
      <p>{m.auth_ways_in_next()}</p>
    </Notice>
  )
}
