import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/**
 * What stays of redemptions when a member leaves: that they were, under the party. Where the dollars went to is
 * erased. Nothing is under way then: that keeps a member from leaving.
 */
export function redemptionErasure(db: Db): MemberErasure {
  return {
    name: 'redemptions',
    erase: async ({ uid }) => {
      await sql`update redemption set uid = party, destination_hint = null where uid = ${uid}`.execute(db)
      await sql`delete from payout_destination where uid = ${uid}`.execute(db)
    },
  }
}
