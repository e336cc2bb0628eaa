import { failedPasswordRules, type PasswordRules } from '#rules/password-policy.ts'
import { problem } from '#server/platform/http/problems.ts'

/** Throws `weak_password` with the `rules` of the policy that a password fails. */
export function requireGoodPassword(password: string, policy: PasswordRules): void {
  const rules = failedPasswordRules(password, policy)
  if (rules.length > 0) throw problem('weak_password', { members: { rules } })
}
