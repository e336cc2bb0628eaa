import type { QueryClient } from '@tanstack/react-query'
import { holdClock } from '#web/ui/common/clock.ts'
import { bootAnswer, bootScreen, bootUser, forgetShownAnswers } from './boot-data.ts'
import { rememberedInvitation } from './invitation/invitation.ts'
import { sessionStore } from './session.ts'

/** Where the browser notes that it drew a member's screen anew: what the server rendered was not what the app draws. */
const drawnAnew = 'crels:drawn-anew'

/** How the app takes over a screen that came with the page. */
export interface TakeOver {
  onRecoverableError?: (error: unknown) => void
  /** Once it has. */
  onTaken: () => void
}

/**
 * Whether the app begins with what the page shows: with that of everyone for a visitor, since around it one whom this
 * browser remembers has places of their own; with that of a member where the session is still thought to be theirs, in
 * their zone. Null where it draws anew.
 */
export function takeOver(client: QueryClient): TakeOver | null {
  if (!bootUser()) return sessionStore.state.lastUid === null ? { onTaken: sayTaken } : null
  const screen = bootScreen()
  // An invitation that waits is completed when the member's document is asked for.
  if (!screen || screen.timeZone !== browserZone() || rememberedInvitation()) return null
  holdClock(screen.at)
  for (const { key, url, isPage, made = bootAnswer(url) } of screen.shown)
    client.setQueryData(key, isPage ? { pages: [made], pageParams: [undefined] } : made)
  return {
    // It is drawn anew by the app, and nobody misses anything: tests look for the mark.
    onRecoverableError: (error) => performance.mark(drawnAnew, { detail: String(error) }),
    onTaken: () => {
      holdClock(null)
      sayTaken()
      // What asks whenever it is shown has taken its answer by then.
      setTimeout(forgetShownAnswers)
    },
  }
}

/** `public/first-screen.js` has kept the tap that came before. */
function sayTaken(): void {
  dispatchEvent(new Event('crels:taken'))
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
