import { m } from '#messages'
import { ApiProblem, NetworkFailure } from '#web/platform/api-problem.ts'
import { formFailure } from '../form-failure.ts'

/** What a passkey that was not made or used means, for people: what the browser, the device or the server says. */
export function passkeyFailure(error: unknown, isOnline = navigator.onLine): string {
  if (error instanceof ApiProblem && error.code === 'invalid_passkey') return m.security_passkey_refused()
  if (error instanceof ApiProblem && error.code === 'passkey_exists') return m.security_passkey_exists()
  if (error instanceof ApiProblem && error.code === 'too_many_passkeys') return m.security_passkey_too_many()
  if (error instanceof ApiProblem || error instanceof NetworkFailure)
    return formFailure(error, [], isOnline).notice?.text ?? m.security_passkey_failed()
  // The library's errors name what happened in `code`; those it does not know keep the browser's name.
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return m.security_passkey_exists()
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    return m.security_passkey_other_address()
  if (typeof code === 'string' && code.startsWith('ERROR_AUTHENTICATOR_MISSING'))
    return m.security_passkey_no_lock()
  if (name === 'NotAllowedError' || name === 'AbortError') return m.security_passkey_cancelled()
  return isOnline ? m.security_passkey_failed() : m.auth_offline()
}
