import type { QueryClient } from '@tanstack/react-query'
import { holdClock } from '#web/ui/common/clock.ts'
import type { RenderedScreen } from '#contracts/boot-data.ts'
import { browserZone } from './browser-zone.ts'
import { bootAnswer, bootLead, bootScreen, bootUser, forgetShownAnswers, hasBootScreen } from './boot-data.ts'
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
 * their zone. Null where it draws anew. React draws anew what is another day in a visitor's zone.
 */
export function takeOver(container: HTMLElement, client: QueryClient): TakeOver | null {
  const screen = bootScreen()
  // Only to be looked at: a form, in which nothing could be typed yet. It is drawn as it is there, and nothing moves.
  if (container.inert) {
    giveAnswers(client, screen)
    return null
  }
  if (!bootUser()) {
    if (sessionStore.state.lastUid !== null) return null
    // Of a page that needs no answers it begins with what is there; of one with old answers it asks for new ones.
    if (!screen) return hasBootScreen() ? null : { onTaken: sayTaken }
  } else {
    // An invitation that waits is completed when the member's document is asked for.
    if (!screen || screen.timeZone !== browserZone() || rememberedInvitation()) return null
  }
  holdClock(screen.at)
  giveAnswers(client, screen)
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

/** The queries of the app begin with what the screen shows. */
function giveAnswers(client: QueryClient, screen: RenderedScreen | null): void {
  for (const { key, url, isPage, made = bootAnswer(url) } of screen?.shown ?? [])
    client.setQueryData(key, isPage ? { pages: [made], pageParams: [undefined] } : made)
}

/**
 * Goes where the app would lead this visitor, before it begins: what the page shows is the screen of there. A browser that
 * remembers a member has nothing of it by now.
 */
export function followLead(container: HTMLElement): void {
  const lead = bootLead()
  if (lead && container.inert) history.replaceState(null, '', lead)
}

/** `public/first-screen.js` has kept the tap that came before. */
function sayTaken(): void {
  dispatchEvent(new Event('crels:taken'))
}
