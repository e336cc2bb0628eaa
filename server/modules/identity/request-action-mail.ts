import type { Language } from '#contracts/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { languageInUse } from '#server/platform/language.ts'
import { requirePerson } from './captcha/person-check.ts'
import { knownDevice } from './device-proof.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { countNetworkMail } from './mail-limits.ts'
import type { Caller } from './session-cookie.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'

export const actionMailJob = 'mail-account-action'

/** A mail to an address: a link that opens the account, or the notice that wrong passwords locked it. */
export interface ActionMailWish {
  purpose: 'reset_password' | 'sign_in' | 'notify_locked'
  email: string
  /** Where to go on after the sign-in. */
  redirect?: string
  /** The hash of the browser where it signed in to this verified account before (device-proof.ts), else null. */
  browser?: string | null
  /** Who asks; a request stored by an older version has none. */
  asker?: Asker
  /** Of who asks, for an address without an account; a request stored by an older version has none. */
  language?: Language
}

/**
 * Takes a request for a mail, for any address: the job that mails looks up whether an account has it, so that the
 * answer and the time it takes say nothing. The address is sealed while it waits. Throws `captcha_required` where the
 * caller's network asks for many, and `too_many_requests` beyond its limit, which known browsers do not share.
 */
export async function requestActionMail(
  identity: IdentityDeps,
  { captchaToken, ...wish }: Omit<ActionMailWish, 'browser' | 'asker'> & { captchaToken?: string },
  caller: Pick<Caller, 'network' | 'deviceToken' | 'userAgent' | 'country'>,
): Promise<void> {
  const askedAtMs = Date.now()
  const { network, userAgent, country } = caller
  if (identity.suspicion.of(network)) await requirePerson(identity, captchaToken)
  identity.suspicion.record(network)
  const browser = await knownDevice(identity, wish.email, caller, { isVerified: true })
  if (browser === null) await countNetworkMail(identity, network)
  // The job that mails may have to wait.
  const asker = { userAgent, country, askedAtMs }
  await identity.identityDb
    .transaction()
    .execute(async (tx) => await enqueueActionMail(tx, identity, { ...wish, browser, asker }))
}

/** The same in the caller's transaction. */
export async function enqueueActionMail(
  tx: Tx,
  { secret, enqueue }: Pick<IdentityDeps, 'secret' | 'enqueue'>,
  wish: ActionMailWish,
): Promise<void> {
  const stored: ActionMailWish = { ...wish, language: languageInUse() }
  await enqueue(tx, actionMailJob, { sealed: secret.seal(actionMailJob, 'job', JSON.stringify(stored)) })
}
