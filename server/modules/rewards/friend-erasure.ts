import { sql } from 'kysely'
import { rememberAddress } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { awardedAddresses } from './address-award-queries.ts'

/**
 * What happens to invitations when one of the two leaves: what was paid stays, what was not has ended. The row stays
 * under the party, so that the other still sees what it was for. Addresses are kept by `left_address` alone.
 */
export function friendErasure(db: Db): MemberErasure {
  return {
    name: 'friends',
    onConfirmed: async (tx, { uid }) => {
      // Also those the member has changed since: the one they leave with is not the only one that had something.
      for (const hash of await awardedAddresses(tx, uid)) await rememberAddress(tx, hash)
      await sql`
        update friend_invitation set state = 'ended', look_again_at = null, decided_at = crels_now(),
          reason = case when friend_uid = ${uid} then 'friend_left' else 'inviter_left' end
        where (friend_uid = ${uid} or inviter_uid = ${uid}) and state in ('waiting', 'held')`.execute(tx)
    },
    erase: async ({ uid, party }) => {
      await sql`update friend_invitation set friend_uid = ${party} where friend_uid = ${uid}`.execute(db)
      await sql`update friend_invitation set inviter_uid = ${party} where inviter_uid = ${uid}`.execute(db)
      await sql`delete from badge where party = ${party}`.execute(db)
      await sql`delete from address_award where uid = ${uid}`.execute(db)
    },
  }
}
