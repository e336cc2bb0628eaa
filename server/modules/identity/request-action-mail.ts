import type { Tx } from '#server/platform/database.ts'
import { requirePerson } from './captcha/person-check.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { Caller } from './session-cookie.ts'

export const actionMailJob = 'mail-account-action'

/** A mail for whoever has an address: one that opens the account, or the news that wrong passwords locked it. */
export interface ActionMailWish {
  purpose: 'reset_password' | 'sign_in' | 'tell_locked'
  email: string
  /** Where to go on after the sign-in. */
  redirect?: string
}

/**
 * Takes a wish for a mail, for any address: whether somebody has it is looked up by the job that mails, so that the
 * answer and the time it takes say nothing. The address is sealed while it waits. Throws `captcha_required` where the
 * caller's network asks for many.
 */
export async function requestActionMail(
  identity: IdentityDeps,
  { captchaToken, ...wish }: ActionMailWish & { captchaToken?: string },
  { network }: Pick<Caller, 'network'>,
): Promise<void> {
  if (identity.suspicion.of(network)) await requirePerson(identity, captchaToken)
  identity.suspicion.note(network)
  await identity.identityDb.transaction().execute(async (tx) => await enqueueActionMail(tx, identity, wish))
}

/** The same in the caller's transaction. */
export async function enqueueActionMail(
  tx: Tx,
  { secret, enqueue }: Pick<IdentityDeps, 'secret' | 'enqueue'>,
  wish: ActionMailWish,
): Promise<void> {
  await enqueue(tx, actionMailJob, { sealed: secret.seal(actionMailJob, JSON.stringify(wish)) })
}
