import { randomInt, timingSafeEqual } from 'node:crypto'
import { problem } from '#server/platform/http/problems.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import type { Secret } from '#server/platform/secret.ts'
import {
  findLink,
  secondsToResend,
  takeBackPurposes,
  takeTry,
  useCode,
  type ActionLink,
  type CodePurpose,
  type LinkPurpose,
} from './action-queries.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { lockIdentityUser, type IdentityDb, type IdentityUser } from './identity-queries.ts'

/** Six digits, drawn evenly. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The key under which codes of an address are stored, independent of its account. */
export function hashEmail(secret: Secret, email: string): Buffer {
  return secret.hash('mailed action', email.toLowerCase())
}

/** A code's hash is bound to its purpose and address and keyed by the installation's secret. */
export function hashCode(secret: Secret, purpose: CodePurpose, emailHash: Buffer, code: string): Buffer {
  return secret.hash('mailed code', `${purpose} ${emailHash.toString('hex')} ${code}`)
}

/** A code that was entered correctly, with the account it was mailed for. */
export interface CodeProof {
  purpose: CodePurpose
  /** The address that was mailed the code, and that it proves. */
  email: string
  emailHash: Buffer
  codeHash: Buffer
  /** Null for an address without an account. */
  uid: string | null
}

/**
 * Checks the newest code mailed to an address: five tries, ten minutes. Throws `expired_action_code` and
 * `invalid_verification_code` with `triesLeft`. What it proves takes effect with `lockProvedAccount`.
 */
export async function proveByCode(
  { identityDb, secret }: Pick<IdentityDeps, 'identityDb' | 'secret'>,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
): Promise<CodeProof> {
  const emailHash = hashEmail(secret, email)
  // Taken before the comparison and kept whatever it says, so that parallel guesses are counted one by one.
  const tried = await takeTry(identityDb, { purpose, emailHash })
  if (!tried) throw deadCode()
  const codeHash = hashCode(secret, purpose, emailHash, code)
  if (!timingSafeEqual(tried.codeHash, codeHash))
    throw problem('invalid_verification_code', { members: { triesLeft: tried.triesLeft } })
  return { purpose, email: email.toLowerCase(), emailHash, codeHash, uid: tried.uid }
}

/**
 * The account that a code was mailed for, locked, and the code used up. A code proves the address it was mailed to: where
 * the account has another one by now, or the code is void or used, it throws `expired_action_code`.
 */
export async function lockProvedAccount(tx: IdentityDb, proof: CodeProof): Promise<IdentityUser> {
  const user = proof.uid === null ? undefined : await lockIdentityUser(tx, proof.uid)
  if (user?.email !== proof.email || !(await useCode(tx, user.uid, proof))) throw deadCode()
  return user
}

function deadCode() {
  return problem('expired_action_code', { detail: 'This code no longer works. Ask for a new one.' })
}

/**
 * A mailed link and its account, locked. A link proves the address it was mailed to, which is the account's, or was
 * where it takes the account back. Throws `invalid_action_code` where the link is void or the account has another
 * address by now.
 */
export async function lockMailedLink(
  tx: IdentityDb,
  token: string,
  purposes: LinkPurpose[],
): Promise<{ link: ActionLink; user: IdentityUser; tokenHash: Buffer }> {
  const tokenHash = hashToken(token)
  const seen = await findLink(tx, tokenHash, purposes)
  // The account's lock comes first, as everywhere; then the link is looked at once more.
  const user = seen && (await lockIdentityUser(tx, seen.uid))
  const link = user && (await findLink(tx, tokenHash, purposes))
  if (!link || (!takesBack(link.purpose) && link.email !== user.email)) throw problem('invalid_action_code')
  return { link, user, tokenHash }
}

function takesBack(purpose: LinkPurpose): boolean {
  return takeBackPurposes.some((one) => one === purpose)
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
