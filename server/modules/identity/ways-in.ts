import { sql } from 'kysely'
import type { WayIn } from '#contracts/identity.schemas.ts'
import { forgetDevices } from './device-proof.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deletePasskeysOf, listPasskeys } from './passkeys/passkey-queries.ts'
import { deletePassword, deleteSocialLinks, type IdentityDb } from './identity-queries.ts'
import { recordSecurityEvent, type SecurityEventKind } from './security-events.ts'
import { findAuthenticator } from './second-factor/factor-queries.ts'
import { recoveryCodesLeft } from './second-factor/recovery-codes.ts'
import { linkedProviders } from './social/linked-accounts.ts'

/**
 * Ends every way into an account whose maker may never have proved its address: password, accounts elsewhere, passkeys,
 * sessions and the devices that count as known. `retainedLink` is the account elsewhere that proves the address; with
 * `keepsPasskeys` the caller has decided which of them go. A password that goes voids what was mailed (triggers
 * void_after_…). `event` voids what was proved before, also a password that was found right a moment ago: the caller's
 * own proof takes its mark after this. The caller has locked the account and calls `endSessions` afterwards, for the
 * access tokens.
 */
export async function endWaysIn(
  tx: IdentityDb,
  uid: string,
  event: Extract<SecurityEventKind, 'address_proved' | 'password_reset' | 'email_recovered'>,
  {
    retainedLink,
    keepsPasskeys = false,
  }: { retainedLink?: { issuer: string; sub: string }; keepsPasskeys?: boolean } = {},
): Promise<void> {
  await deletePassword(tx, uid)
  await deleteSocialLinks(tx, uid, retainedLink)
  if (!keepsPasskeys) await deletePasskeysOf(tx, uid)
  await sql`delete from auth_session where user_id = ${uid}`.execute(tx)
  await sql`delete from known_device where uid = ${uid}`.execute(tx)
  await forgetDevices(tx, uid)
  await recordSecurityEvent(tx, uid, event)
}

/** What gets into an account beside its password and its mailbox, for an owner who looks it over after a reset. */
export async function listWaysIn(
  identity: Pick<IdentityDeps, 'identityDb' | 'providers'>,
  uid: string,
): Promise<WayIn[]> {
  const { identityDb } = identity
  const [linked, passkeys, authenticator, codesLeft] = await Promise.all([
    linkedProviders(identity, uid),
    listPasskeys(identityDb, uid),
    findAuthenticator(identityDb, uid),
    recoveryCodesLeft(identityDb, uid),
  ])
  return [
    ...linked.map(({ name }) => ({ kind: 'social' as const, name })),
    ...passkeys.map(({ name }) => ({ kind: 'passkey' as const, name })),
    ...(authenticator?.addedAt ? [{ kind: 'authenticator' as const, name: null }] : []),
    ...(codesLeft > 0 ? [{ kind: 'recovery_codes' as const, name: null }] : []),
  ]
}
