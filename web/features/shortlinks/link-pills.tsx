import { m } from '#messages'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { Pill } from '#web/ui/pill.tsx'

/** What is particular about a link: that it is a campaign's, and that it does not lead there any more. */
export function LinkPills({ link: { kind, state, campaign } }: { link: Shortlink }) {
  return (
    <>
      {campaign && kind !== 'own' && (
        <Pill>{kind === 'tracking' ? m.shortlinks_kind_tracking() : m.shortlinks_kind_deep()}</Pill>
      )}
      {state === 'disabled' && <Pill tone="plain">{m.shortlinks_state_disabled()}</Pill>}
      {state === 'expired' && <Pill tone="plain">{m.shortlinks_state_expired()}</Pill>}
      {state === 'banned' && <Pill tone="danger">{m.shortlinks_state_banned()}</Pill>}
    </>
  )
}
