import { safeRedirect } from '#contracts/safe-redirect.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { invitationOf } from '#web/platform/invitation/invitation.ts'

/** The other screens of the family, each keeping where to go on to and who invited. */
export function authPaths(search: URLSearchParams) {
  const redirect = redirectOf(search) ?? undefined
  const kept = { redirect, invitedBy: invitationOf(search) ?? undefined }
  return {
    login: withQuery(paths.login, kept),
    signup: withQuery(paths.signup, kept),
    tutorial: withQuery(paths.loginTutorial, kept),
    resetPassword: withQuery(paths.resetPassword, { redirect }),
    resetPasswordByCode: withQuery(paths.resetPassword, { by: 'code', redirect }),
    resetPasswordSent: withQuery(paths.resetPasswordSent, { redirect }),
  }
}

/** The path a visitor opened before signing in; null when it is home or off the site. */
export function redirectOf(search: URLSearchParams): string | null {
  const to = safeRedirect(search.get('redirect'))
  return to === paths.home ? null : to
}
