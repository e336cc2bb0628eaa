import { isShortId } from '#rules/short-id.ts'

const key = 'crels:invited-by'

/** The creator id in an invitation's address (`/signup?invitedBy={shortId}`), or null when it could be none. */
export function invitationOf(search: URLSearchParams): string | null {
  const shortId = search.get('invitedBy')
  return shortId && isShortId(shortId) ? shortId : null
}

/** Keeps who invited this visitor until an account can say so (docs/session.md, Invitation). */
export function rememberInvitation(shortId: string): void {
  try {
    localStorage.setItem(key, shortId)
  } catch {
    // Without storage the invitation lives as long as the address it came in.
  }
}

/** Who invited this visitor, as far as this browser remembers; anything that is no creator id counts as none. */
export function rememberedInvitation(): string | null {
  try {
    const shortId = localStorage.getItem(key)
    return shortId && isShortId(shortId) ? shortId : null
  } catch {
    return null
  }
}

/** The invitation has been used, or never will be. */
export function forgetInvitation(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // There is nothing to forget without storage.
  }
}
