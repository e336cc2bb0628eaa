import { sql } from 'kysely'
import { forgetDevices } from './device-proof.ts'
import { deletePassword, deleteSocialLinks, type IdentityDb } from './identity-queries.ts'

/**
 * Ends every way into an account that somebody may have made who never proved its address: password, accounts
 * elsewhere, sessions and the devices that count as known. `keptLink` is the account elsewhere that proves the address.
 * A password that goes voids what was mailed (0059). The caller has locked the account and calls `endSessions`
 * afterwards, for the access tokens.
 */
export async function endWaysIn(
  tx: IdentityDb,
  uid: string,
  { keptLink }: { keptLink?: { issuer: string; sub: string } } = {},
): Promise<void> {
  await deletePassword(tx, uid)
  await deleteSocialLinks(tx, uid, keptLink)
  await sql`delete from auth_session where user_id = ${uid}`.execute(tx)
  await sql`delete from known_device where uid = ${uid}`.execute(tx)
  await forgetDevices(tx, uid)
}
