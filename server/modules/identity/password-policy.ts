import { failedPasswordRules, type PasswordRule } from '#rules/password-policy.ts'
import { problem } from '#server/platform/http/problems.ts'
import { isBreached } from './breached-passwords.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { guessableParts, passwordStrength } from './password-strength.ts'

/**
 * Throws `weak_password` with the `rules` of the policy that a password fails; of `refuseBreached` also the `reason`:
 * `breached` for one of the lists, `personal` for one that says the person or the site. `about` is what a guesser knows of the
 * person, e.g. the address. Only new passwords are judged: a member signs in with the one they have.
 */
export async function requireGoodPassword(
  { passwordRules: policy, publicOrigin }: Pick<IdentityDeps, 'passwordRules' | 'publicOrigin'>,
  password: string,
  about: string[],
): Promise<void> {
  const rules: PasswordRule[] = failedPasswordRules(password, policy)
  const isGuessable = policy.minScore > 0 && (await passwordStrength(password, about)) < policy.minScore
  if (isGuessable) rules.push('minScore')
  // What fails a plainer rule is not looked up: that rule says more.
  const reason =
    policy.refuseBreached && rules.length === 0
      ? await guessedBy(password, [...about, new URL(publicOrigin).hostname])
      : null
  if (reason) throw problem('weak_password', { members: { rules: ['refuseBreached'], reason } })
  if (rules.length > 0) throw problem('weak_password', { members: { rules } })
}

/** How a password would be guessed; null where nothing says how. A common name may be on the list, too. */
async function guessedBy(password: string, about: string[]): Promise<'breached' | 'personal' | null> {
  if (isTrivial(password, about)) return 'personal'
  return (await isBreached(password)) ? 'breached' : null
}

/** The person's own address or name, or the site's. */
function isTrivial(password: string, about: string[]): boolean {
  const plain = password.toLowerCase()
  return about.flatMap(guessableParts).some((word) => word.toLowerCase() === plain)
}
