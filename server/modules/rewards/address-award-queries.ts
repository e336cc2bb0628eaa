import { sql } from 'kysely'
import { isLeftAddress } from '#server/modules/accounts/public.ts'
import type { Tx } from '#server/platform/database.ts'

export interface AddressAward {
  program: string
  period: string
  /** Of the member's e-mail address as one mailbox (`left_address`). */
  addressHash: Buffer
  uid: string
}

/**
 * Claims a once-only award for an e-mail address. False where the address had it before, under whatever account, or
 * belonged to somebody who left within twelve months: of them nothing but the address's hash is kept.
 */
export async function claimForAddress(
  tx: Tx,
  { program, period, addressHash, uid }: AddressAward,
): Promise<boolean> {
  if (await isLeftAddress(tx, addressHash)) return false
  const { numAffectedRows } = await sql`
    insert into address_award (program, period, address_hash, uid)
    values (${program}, ${period}, ${addressHash}, ${uid}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}
