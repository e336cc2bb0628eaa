import { knownDevice } from './device-proof.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { clearCounts, giveBack, takeOf, tooMany, usedOf, type Limit } from './guess-limits.ts'
import { recordNetworkMail } from './mail-limits.ts'
import { enqueueActionMail } from './request-action-mail.ts'
import type { Caller } from './session-cookie.ts'

const dayMin = 24 * 60

/** Minutes for which one network's wrong passwords for an address count. */
const attemptsWindowMin = 15

/**
 * What counts an attempt, narrow before wide. A browser that signed in to the account before has an allowance of its
 * own, which others cannot use up. Others share: one network at one address, one network at all, and all of them at one
 * address, 100 a day (NIST SP 800-63B-4, 3.2.2: no more than 100). The address is the exact one: an account has no
 * other, and attempts on a similar one must not count.
 */
export type AttemptLimits = [narrow: Limit, ...Limit[]]

/** The limits of a caller who tries the password of an address, known or not. */
export async function attemptLimits(
  identity: IdentityDeps,
  address: string,
  caller: Pick<Caller, 'network' | 'deviceToken'>,
): Promise<AttemptLimits> {
  const email = address.toLowerCase()
  const device = await knownDevice(identity, email, caller)
  if (device !== null) {
    const of = `${email} ${device}`
    return [
      { name: 'sign_in_device', of, max: 10, windowMin: attemptsWindowMin },
      { name: 'sign_in_device_day', of, max: 50, windowMin: dayMin },
    ]
  }
  return [
    ...networkLimits(email, caller.network),
    { name: 'sign_in_network', of: caller.network, max: 100, windowMin: 60 },
    addressLimit(email),
  ]
}

/**
 * Counts an attempt before the password is looked at, so that parallel guesses count too.
 * Throws `too_many_requests` with `retryAfterSec`, for addresses we know and others alike.
 */
export async function countAttempt(
  identity: IdentityDeps,
  email: string,
  limits: AttemptLimits,
): Promise<void> {
  const full = await takeOf(identity, limits)
  if (!full) return
  // A network at its limit says nothing of this address: it may be the first attempt on it.
  if (full.limit.name !== 'sign_in_network')
    await notifyOwner(identity, email, limits.find(({ name }) => name === 'sign_in_network')?.of)
  throw tooMany(full, 'Too many wrong passwords. Sign in by a mailed link, or wait and try again.')
}

/** Wrong passwords that count by now, of those a caller shares with others at this address. */
export async function failuresOf(identity: IdentityDeps, limits: AttemptLimits): Promise<number> {
  return await usedOf(identity, limits.find(({ name }) => name === 'sign_in_address') ?? limits[0])
}

/**
 * The password was right: the narrow counts are emptied (the wrong ones were the member's own), from those shared with
 * others only this attempt is taken back.
 */
export async function forgiveAttempts(identity: IdentityDeps, limits: AttemptLimits): Promise<void> {
  const isShared = ({ name }: Limit) => name === 'sign_in_network' || name === 'sign_in_address'
  await giveBack(identity, limits.filter(isShared))
  await clearCounts(
    identity,
    limits.filter((limit) => !isShared(limit)),
  )
}

/** Guesses at a password that is no more count no more: those of all at this address, and those of this network. */
export async function forgetAttempts(
  identity: IdentityDeps,
  address: string,
  { network }: Pick<Caller, 'network'>,
): Promise<void> {
  const email = address.toLowerCase()
  await clearCounts(identity, [...networkLimits(email, network), addressLimit(email)])
}

function networkLimits(email: string, network: string): AttemptLimits {
  const of = `${email} ${network}`
  return [
    { name: 'sign_in_address_network', of, max: 10, windowMin: attemptsWindowMin },
    { name: 'sign_in_address_network_day', of, max: 30, windowMin: dayMin },
  ]
}

function addressLimit(email: string): Limit {
  return { name: 'sign_in_address', of: email, max: 100, windowMin: dayMin }
}

/** Mails the owner, once a day; the lookup and the mail are a job's, so that the answer's time says nothing. */
async function notifyOwner(identity: IdentityDeps, email: string, network: string | undefined) {
  const { identityDb, secret } = identity
  const once = { name: 'sign_in_notice', of: email.toLowerCase(), max: 1, windowMin: dayMin }
  await identityDb.transaction().execute(async (tx) => {
    if (await takeOf({ identityDb: tx, secret }, [once])) return
    if (network !== undefined) await recordNetworkMail({ ...identity, identityDb: tx }, network)
    await enqueueActionMail(tx, identity, { purpose: 'notify_locked', email })
  })
}
