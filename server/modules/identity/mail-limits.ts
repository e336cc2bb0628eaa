import { normalEmail } from '#rules/normal-email.ts'
import { countGuess, giveBack, takeOf, type Limit } from './guess-limits.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { IdentityDb } from './identity-queries.ts'
import type { Secret } from '#server/platform/secret.ts'

/**
 * Mails a day that can be triggered without a password: to one mailbox for all strangers together, for a known browser
 * of a verified account, for all of an account's browsers, in reserve for an account with no link to renew, and in
 * reserve for sign-ups: with an address, and with all aliases of a mailbox together.
 */
export const mailsPerDay = {
  mailbox: 10,
  browser: 10,
  account: 30,
  reserve: 3,
  signUp: 2,
  signUpAliases: 3,
} as const

const dayMin = 24 * 60

/** To whom a mail goes, and the hash of the known browser that asks for it; null for strangers. */
export interface MailWish {
  email: string
  browser: string | null
}

/**
 * Counts a mail in the transaction that sends it, of every purpose alike; answers the limits to give back where none is
 * sent after all, undefined at the cap. Strangers share the mailbox, however its address is written.
 */
export async function takeMail(
  tx: IdentityDb,
  secret: Secret,
  { email, browser }: MailWish,
): Promise<Limit[] | undefined> {
  return await takeAll(
    tx,
    secret,
    browser === null
      ? [{ name: 'mail_mailbox', of: normalEmail(email), max: mailsPerDay.mailbox, windowMin: dayMin }]
      : [
          { name: 'mail_browser', of: `${email} ${browser}`, max: mailsPerDay.browser, windowMin: dayMin },
          { name: 'mail_account', of: email, max: mailsPerDay.account, windowMin: dayMin },
        ],
  )
}

/**
 * The same from the reserve of a verified account, for the case that strangers used up the mailbox by its aliases. Of
 * the exact address: strangers can verify no alias of the mailbox, so that it has one reserve.
 */
export async function takeReservedMail(
  tx: IdentityDb,
  secret: Secret,
  email: string,
): Promise<Limit[] | undefined> {
  return await takeAll(tx, secret, [
    { name: 'mail_reserve', of: email, max: mailsPerDay.reserve, windowMin: dayMin },
  ])
}

/**
 * The same for the verification of a new account, whose mailbox strangers filled before it was there. An address in its
 * normal form has mails of its own; aliases, of which a mailbox has any number, share some.
 */
export async function takeSignUpMail(
  tx: IdentityDb,
  secret: Secret,
  email: string,
): Promise<Limit[] | undefined> {
  const mailbox = normalEmail(email)
  const { signUp, signUpAliases } = mailsPerDay
  return await takeAll(tx, secret, [
    { name: 'mail_sign_up', of: email, max: signUp, windowMin: dayMin },
    ...(email === mailbox
      ? []
      : [{ name: 'mail_sign_up_aliases', of: mailbox, max: signUpAliases, windowMin: dayMin }]),
  ])
}

/** All or nothing: a mail that is not sent uses nothing up. */
async function takeAll(tx: IdentityDb, secret: Secret, limits: Limit[]): Promise<Limit[] | undefined> {
  const full = await takeOf({ identityDb: tx, secret }, limits)
  if (!full) return limits
  await giveBack({ identityDb: tx, secret }, limits.slice(0, limits.indexOf(full.limit)))
  return undefined
}

type NetworkDeps = Pick<IdentityDeps, 'identityDb' | 'secret' | 'mailsPerNetwork'>

/**
 * Counts a wish for a mail by the network it comes from: `MAILS_PER_NETWORK` a day, a quarter of it an hour. Throws
 * `too_many_requests`, which says nothing about the address.
 */
export async function countNetworkMail(identity: NetworkDeps, network: string): Promise<void> {
  await countGuess(
    identity,
    networkLimits(identity, network),
    'Your network asked for too many e-mails. Wait and try again, or use another network.',
  )
}

/** The same for a mail that is sent at the cap too: its owner must know of attempts at their password. */
export async function recordNetworkMail(identity: NetworkDeps, network: string): Promise<void> {
  await takeOf(identity, networkLimits(identity, network))
}

function networkLimits({ mailsPerNetwork: perDay }: NetworkDeps, network: string): Limit[] {
  if (perDay === null) return []
  return [
    { name: 'mail_network', of: network, max: Math.ceil(perDay / 4), windowMin: 60 },
    { name: 'mail_network_day', of: network, max: perDay, windowMin: dayMin },
  ]
}
