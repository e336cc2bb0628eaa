/**
 * Which sign-in an access token belongs to: its session, or with providers that name none the time of the sign-in. A
 * refreshed token has the same one; null where the token says neither. Only read, never trusted.
 */
export function signInOfToken(accessToken: string): string | null {
  try {
    const payload = accessToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { sid, auth_time: at } = JSON.parse(atob(payload)) as { sid?: unknown; auth_time?: unknown }
    const found = sid ?? at
    return typeof found === 'string' || typeof found === 'number' ? String(found) : null
  } catch {
    return null
  }
}
