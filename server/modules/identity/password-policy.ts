import { failedPasswordRules, type PasswordRule } from '#rules/password-policy.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from './identity-deps.ts'

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

let known: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is among the 49,000 that leaked most often (the list of `@zxcvbn-ts/language-common`), in capital
 * letters or small, or is one character all along. Nothing leaves this process. The list takes 5 MB and 0.1 s, once, at
 * the first password that is chosen.
 */
async function isBreached(password: string): Promise<boolean> {
  known ??= loadPasswords()
  const plain = password.toLowerCase()
  return new Set(plain).size === 1 || (await known).has(plain)
}

async function loadPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** How hard a password is to guess: 0 (among the first thousand tries) to 4 (beyond ten thousand million). */
type Strength = (password: string, about: string[]) => Promise<number>

let estimate: Strength | undefined

/**
 * Estimates with zxcvbn: leaked and common passwords, names, keyboard walks, dates, and the given facts about the
 * person. Its word lists take 40 MB, so they are loaded at the first call, which only happens where the setting asks.
 */
async function passwordStrength(password: string, about: string[]): Promise<number> {
  estimate ??= await openEstimate()
  return await estimate(password, about)
}

async function openEstimate(): Promise<Strength> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // A long password is judged by its beginning: the work grows with the square of the length.
    maxLength: 64,
  })
  return async (password, about) => zxcvbn.check(password, about.flatMap(guessableParts)).score
}

/** What a guesser makes of an address or name: the whole, what precedes the @, and its words. */
function guessableParts(text: string): string[] {
  return [text, text.split('@')[0]!, ...text.split(/[^\p{L}\p{N}]+/u)].filter(Boolean)
}
