import { failedPasswordRules, type PasswordRule, type PasswordRules } from '#rules/password-policy.ts'
import { problem } from '#server/platform/http/problems.ts'
import { passwordStrength } from './password-strength.ts'

/**
 * Throws `weak_password` with the `rules` of the policy that a password fails. `about` is what a guesser knows of the
 * person, e.g. the address.
 */
export async function requireGoodPassword(
  password: string,
  policy: PasswordRules,
  about: string[],
): Promise<void> {
  const rules: PasswordRule[] = failedPasswordRules(password, policy)
  const isGuessable = policy.minScore > 0 && (await passwordStrength(password, about)) < policy.minScore
  if (isGuessable) rules.push('minScore')
  if (rules.length > 0) throw problem('weak_password', { members: { rules } })
}
