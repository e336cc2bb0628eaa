import { sql } from 'kysely'
import { linkHours } from '../action-queries.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { findIdentityUser, noteSecurityEvent, type IdentityDb } from '../identity-queries.ts'
import { factorsRemovedMail } from './factor-mails.ts'
import { deleteAuthenticator, hasSecondFactor, lockUser } from './factor-queries.ts'
import { deletePendingOf } from './pending-sign-in.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/**
 * Removes every second factor of an account, for a member who lost theirs; `note` says who did it and why, for operators.
 * The member is mailed. Throws where there is none to remove.
 */
export async function removeSecondFactors(
  { identityDb, mailer, publicOrigin }: Pick<IdentityDeps, 'identityDb' | 'mailer' | 'publicOrigin'>,
  uid: string,
  note: string,
): Promise<void> {
  await identityDb.transaction().execute(async (tx) => {
    await lockUser(tx, uid)
    const user = await findIdentityUser(tx, uid)
    if (!user || !(await hasSecondFactor(tx, uid))) throw new Error('There is no second factor to remove')
    await deleteAuthenticator(tx, uid)
    await deleteRecoveryCodes(tx, uid)
    await deletePendingOf(tx, uid)
    await noteSecurityEvent(tx, uid, 'second_factors_removed', note)
    await mailer.send(tx, factorsRemovedMail(user.email, publicOrigin))
  })
}

/**
 * Removes what was added since an address changed, for an owner who takes the account back by the link mailed then: a
 * thief's second factor would keep them out. One from before stays.
 */
export async function deleteFactorsSinceLink(tx: IdentityDb, uid: string, tokenHash: Buffer): Promise<void> {
  const since = sql`(
    select expires_at - make_interval(hours => ${linkHours.recover_email}) from action_link
    where token_hash = ${tokenHash} and uid = ${uid})`
  const { rows } = await sql<{ isConfirmed: boolean }>`
    delete from authenticator where uid = ${uid} and coalesce(confirmed_at, now()) > ${since}
    returning confirmed_at is not null as "isConfirmed"`.execute(tx)
  await sql`delete from recovery_code where uid = ${uid} and created_at > ${since}`.execute(tx)
  await deletePendingOf(tx, uid)
  if (rows[0]?.isConfirmed) await noteSecurityEvent(tx, uid, 'authenticator_removed')
}
