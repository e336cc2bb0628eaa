import { problems, type ProblemCode } from '#contracts/errors.ts'
import { ApiProblem, NetworkFailure } from '../api-problem.ts'

/** What of Firebase's codes (without `auth/`) the embedded provider has a word for, too. */
const codes: Record<string, ProblemCode> = {
  'invalid-credential': 'invalid_credential',
  'invalid-login-credentials': 'invalid_credential',
  'wrong-password': 'invalid_credential',
  'user-not-found': 'invalid_credential',
  'user-mismatch': 'invalid_credential',
  'email-already-in-use': 'email_already_in_use',
  'account-exists-with-different-credential': 'email_already_in_use',
  'credential-already-in-use': 'email_already_in_use',
  'weak-password': 'weak_password',
  'missing-password': 'weak_password',
  'password-does-not-meet-requirements': 'weak_password',
  'invalid-email': 'invalid_email',
  'missing-email': 'invalid_email',
  'invalid-new-email': 'invalid_email',
  'user-disabled': 'user_disabled',
  'user-token-expired': 'user_token_expired',
  'invalid-user-token': 'user_token_expired',
  'null-user': 'user_token_expired',
  'requires-recent-login': 'requires_recent_login',
  'too-many-requests': 'too_many_requests',
  'quota-exceeded': 'too_many_requests',
  'invalid-action-code': 'invalid_action_code',
  'expired-action-code': 'expired_action_code',
}

/** No answer, or one that says nothing. */
const away = new Set(['network-request-failed', 'timeout', 'internal-error'])

const cancelled = new Set(['popup-closed-by-user', 'cancelled-popup-request', 'user-cancelled'])

/** A person closed the window in which they would have signed in. */
export function isCancelled(error: unknown): boolean {
  return cancelled.has(codeOf(error) ?? '')
}

/** What the SDK throws, in the words of the port: `ApiProblem` or `NetworkFailure`; ours pass as they are. */
export function firebaseFailure(error: unknown): unknown {
  const said = codeOf(error)
  if (said === null) return error
  if (away.has(said)) return new NetworkFailure(error)
  const code = codes[said] ?? 'unavailable'
  const [status, title, detail] = problems[code]
  // The code, for the one who looks for the cause: no request of ours can be named.
  return new ApiProblem({ type: 'about:blank', title, status, detail, code, requestId: `firebase ${said}` })
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof ApiProblem) return null
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : null
}
