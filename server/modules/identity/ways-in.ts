import { sql } from 'kysely'
import { forgetDevices } from './device-proof.ts'
import { deletePasskeysOf } from './passkeys/passkey-queries.ts'
import { deletePassword, deleteSocialLinks, type IdentityDb } from './identity-queries.ts'

/**
 * Ends every way into an account that somebody may have made who never proved its address: password, accounts
 * elsewhere, passkeys, sessions and the devices that count as known. `keptLink` is the account elsewhere that proves the
 * address; with `keepsPasskeys` the caller has decided which of them go.
 * A password that goes voids what was mailed (0059). The caller has locked the account and calls `endSessions`
 * afterwards, for the access tokens.
 */
export async function endWaysIn(
  tx: IdentityDb,
  uid: string,
  {
    keptLink,
    keepsPasskeys = false,
  }: { keptLink?: { issuer: string; sub: string }; keepsPasskeys?: boolean } = {},
): Promise<void> {
  await deletePassword(tx, uid)
  await deleteSocialLinks(tx, uid, keptLink)
  if (!keepsPasskeys) await deletePasskeysOf(tx, uid)
  await sql`delete from auth_session where user_id = ${uid}`.execute(tx)
  await sql`delete from known_device where uid = ${uid}`.execute(tx)
  await forgetDevices(tx, uid)
}
