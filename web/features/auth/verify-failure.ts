import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'

/** The message for a refused code; null where the failure is not about the code. */
export function codeFailure(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null
  switch (error.code) {
    case 'invalid_verification_code':
      return wrongCode(error.extra.triesLeft)
    case 'validation_failed':
      return m.auth_verify_wrong_plain()
    case 'expired_action_code':
    case 'invalid_action_code':
      return m.auth_verify_expired()
    default:
      return null
  }
}

function wrongCode(triesLeft: unknown): string {
  if (typeof triesLeft !== 'number') return m.auth_verify_wrong_plain()
  return triesLeft > 0 ? m.auth_verify_wrong({ count: triesLeft }) : m.auth_verify_wrong_last()
}
