import { sql } from 'kysely'
import { rememberAddress } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { awardedAddresses } from './address-award-queries.ts'

/**
 * Deletes until when a member was notified of expiring points, and the addresses under which they had once-only rewards.
 * Those addresses stay for twelve months as hashes in `left_address`, also the ones the member has changed since.
 */
export function pointsErasure(db: Db): MemberErasure {
  return {
    name: 'points',
    onConfirmed: async (tx, { uid }) => {
      for (const hash of await awardedAddresses(tx, uid)) await rememberAddress(tx, hash)
    },
    erase: async ({ uid, party }) => {
      await sql`delete from points_notice where party = ${party}`.execute(db)
      await sql`delete from address_award where uid = ${uid}`.execute(db)
    },
  }
}
