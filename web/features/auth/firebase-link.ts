import { safeRedirect } from '#contracts/safe-redirect.ts'
import { paths, withQuery } from '#contracts/paths.ts'

/**
 * The screen for a link that Firebase mailed, when it leads to `/login?mode=…&oobCode=…`; null where it is none. The
 * page to go on to is in the address that was asked for, or within `continueUrl`.
 */
export function firebaseLink(search: URLSearchParams): string | null {
  const token = search.get('oobCode')
  if (!token) return null
  switch (search.get('mode')) {
    case 'resetPassword':
      return withQuery(paths.resetPassword, { token })
    case 'verifyEmail':
    case 'verifyAndChangeEmail':
      return withQuery(paths.emailVerification, { token })
    case 'recoverEmail':
      return withQuery(paths.login, { mode: 'recover', token })
    case 'signIn':
      return withQuery(paths.login, { mode: 'link', token, redirect: redirectOf(search) })
    default:
      return null
  }
}

function redirectOf(search: URLSearchParams): string | undefined {
  const asked = search.get('continueUrl')
  const given =
    search.get('redirect') ?? (asked && URL.canParse(asked) && new URL(asked).searchParams.get('redirect'))
  const redirect = safeRedirect(given || null)
  return redirect === paths.home ? undefined : redirect
}
