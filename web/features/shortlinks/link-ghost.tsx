import { m } from '#messages'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Where the first link will be. */
export function LinkGhost({ q }: { q: string }) {
  return q === '' ? (
    <EmptyState heading={m.shortlinks_empty_heading()} hint={m.shortlinks_empty_hint()} />
  ) : (
    <EmptyState heading={m.shortlinks_no_match_heading({ q })} hint={m.shortlinks_no_match_hint()} />
  )
}
