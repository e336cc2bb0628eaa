import { sql } from 'kysely'
import { linkHours } from '../action-queries.ts'
import { forgetDevices } from '../device-proof.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { deleteSessionsOf, lockIdentityUser, type IdentityDb } from '../identity-queries.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { factorsRemovedMail } from './factor-mails.ts'
import { problem } from '#server/platform/http/problems.ts'
import { deletePasskeysOf } from '../passkeys/passkey-queries.ts'
import { deleteAuthenticator, hasSecondFactor } from './factor-queries.ts'
import { deletePendingOf } from './pending-sign-in.ts'
import { endSecondStep } from './recovery-codes.ts'

/** Throws `conflict` where an account has no second factor. */
export async function requireSecondFactor(db: IdentityDb, uid: string): Promise<void> {
  if (!(await hasSecondFactor(db, uid)))
    throw problem('conflict', { detail: 'There is no second factor to remove.' })
}

/**
 * Removes every second factor of an account, for a member who lost theirs, and ends its sessions; `note` says who did it
 * and why, for operators. The member is mailed. Throws `conflict` where there is none to remove.
 */
export async function removeSecondFactors(
  { identityDb, mailer, publicOrigin }: Pick<IdentityDeps, 'identityDb' | 'mailer' | 'publicOrigin'>,
  uid: string,
  note: string,
): Promise<void> {
  await identityDb.transaction().execute(async (tx) => {
    const user = await lockIdentityUser(tx, uid)
    await requireSecondFactor(tx, uid)
    await deleteAuthenticator(tx, uid)
    await deletePasskeysOf(tx, uid)
    await endSecondStep(tx, uid)
    await deletePendingOf(tx, uid)
    // With them, or a kill before the sessions end would leave a thief's, and no factor to repeat it by.
    await deleteSessionsOf(tx, uid)
    await forgetDevices(tx, uid)
    await recordSecurityEvent(tx, uid, 'second_factors_removed', note)
    await mailAccount(tx, mailer, uid, () => factorsRemovedMail(user!.email, publicOrigin))
  })
}

/**
 * Removes what a thief may have added, for an owner who takes the account back by a mailed link: their second factor
 * would keep the owner out. One from before stays (docs/decisions/041). Each kind of factor has its line here.
 */
export async function deleteFactorsSinceLink(tx: IdentityDb, uid: string, tokenHash: Buffer): Promise<void> {
  const since = await addedSince(tx, uid, tokenHash)
  const { rows } = await sql<{ isConfirmed: boolean }>`
    delete from authenticator where uid = ${uid} and coalesce(confirmed_at, now()) >= ${since}::timestamptz
    returning confirmed_at is not null as "isConfirmed"`.execute(tx)
  await sql`delete from recovery_code where uid = ${uid} and created_at >= ${since}::timestamptz`.execute(tx)
  const { numAffectedRows: passkeys } = await sql`
    delete from passkey where uid = ${uid} and added_at >= ${since}::timestamptz`.execute(tx)
  await deletePendingOf(tx, uid)
  if (rows[0]?.isConfirmed) await recordSecurityEvent(tx, uid, 'authenticator_removed')
  if (passkeys) await recordSecurityEvent(tx, uid, 'passkey_removed')
}

/**
 * From when on a link removes second factors, as text, since a Date has no microseconds. One about a new factor: from
 * the oldest factor on whose own link still works, or the newest mail would leave what a thief added before. One to a
 * former address: from 14 days before the change, but not from before that address was the account's, or a thief would
 * remove the owner's factor by changing the address twice.
 */
async function addedSince(tx: IdentityDb, uid: string, tokenHash: Buffer): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    select case purpose when 'recover_factors' then (
      select min(made_at) from action_link alive
      where alive.uid = link.uid and alive.email = link.email and alive.purpose = link.purpose
        and alive.expires_at > now()) else greatest(
      made_at - make_interval(hours => ${linkHours.recover_factors}),
      (select max(at) from security_event
       where uid = ${uid} and kind in ('email_changed', 'email_recovered') and at < made_at)) end::text as since
    from action_link link where token_hash = ${tokenHash} and uid = ${uid}`.execute(tx)
  return rows[0]!.since
}
