import type { IdentityDeps } from './identity-deps.ts'

export const actionMailJob = 'mail-account-action'

/** A wish for a mail that opens an account. */
export interface ActionMailWish {
  purpose: 'reset_password' | 'sign_in'
  email: string
  /** Where to go on after the sign-in. */
  redirect?: string
}

/**
 * Takes a wish for a mail, for any address: whether somebody has it is looked up by the job that mails, so that the
 * answer and the time it takes say nothing. The address is sealed while it waits.
 */
export async function requestActionMail(
  { identityDb, secret, enqueue }: IdentityDeps,
  wish: ActionMailWish,
): Promise<void> {
  const sealed = secret.seal(actionMailJob, JSON.stringify(wish))
  await identityDb.transaction().execute(async (tx) => await enqueue(tx, actionMailJob, { sealed }))
}
