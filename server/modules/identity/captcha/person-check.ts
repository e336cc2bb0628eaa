import type { CaptchaChallenge } from '#contracts/captcha.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from '../identity-deps.ts'

/** A service that distinguishes people from programs; the operator chooses one, or none. */
export interface PersonCheck {
  /** What the browser needs to ask. */
  challenge: CaptchaChallenge
  /** Whether the browser's answer is a person's. Throws `unavailable` where that cannot be found out. */
  verify(token: string): Promise<boolean>
}

/**
 * Refuses a caller who did not pass the check, and answers with its challenge. Without a configured check everybody
 * passes. Throws `captcha_required`, and `unavailable` while the check is away.
 */
export async function requirePerson(
  { personCheck }: Pick<IdentityDeps, 'personCheck'>,
  token: string | undefined,
): Promise<void> {
  if (!personCheck) return
  const members = { captcha: personCheck.challenge }
  if (token === undefined) throw problem('captcha_required', { members })
  if (!(await personCheck.verify(token)))
    throw problem('captcha_required', {
      detail: 'That did not show that you are a person, or it came too late. Try once more.',
      members,
    })
}
