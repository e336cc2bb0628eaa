import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { secondsToResend, takeTry, type CodePurpose } from './action-queries.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { IdentityDb } from './identity-queries.ts'

/** Six digits, drawn evenly. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The secret of a link and the hash that is kept of it: with 256 bits of chance a plain one hides it. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The name under which codes of an address are kept, whoever has it. */
export function hashEmail(secret: Secret, email: string): Buffer {
  return secret.hash('mailed action', email.toLowerCase())
}

/** A code's hash is bound to its purpose and address and keyed by the installation's secret. */
export function hashCode(secret: Secret, purpose: CodePurpose, emailHash: Buffer, code: string): Buffer {
  return secret.hash('mailed code', `${purpose} ${emailHash.toString('hex')} ${code}`)
}

/**
 * Checks the newest code mailed to an address: five tries, ten minutes. Answers whose it is, null for an address
 * nobody has. Throws `expired_action_code` and `invalid_verification_code` with `triesLeft`.
 */
export async function proveByCode(
  { identityDb, secret }: Pick<IdentityDeps, 'identityDb' | 'secret'>,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
): Promise<string | null> {
  const emailHash = hashEmail(secret, email)
  // Taken before the comparison and kept whatever it says, so that parallel guesses are counted one by one.
  const tried = await takeTry(identityDb, { purpose, emailHash })
  if (!tried)
    throw problem('expired_action_code', { detail: 'This code no longer works. Ask for a new one.' })
  if (!timingSafeEqual(tried.codeHash, hashCode(secret, purpose, emailHash, code)))
    throw problem('invalid_verification_code', { members: { triesLeft: tried.triesLeft } })
  return tried.uid
}

/** The answer to who asks for a second mail within 60 s. */
export async function tooSoon(db: IdentityDb, code: { purpose: CodePurpose; emailHash: Buffer }) {
  const retryAfterSec = await secondsToResend(db, code)
  return problem('too_many_requests', {
    detail: 'A mail is on its way. Wait a moment before asking for another.',
    members: { retryAfterSec },
    headers: { 'retry-after': String(retryAfterSec) },
  })
}
