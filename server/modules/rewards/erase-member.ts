import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/** Deletes a member's check-ins, freezes, time zones and badges; what was granted stays in the ledger. */
export function rewardErasure(db: Db): MemberErasure {
  return {
    name: 'rewards',
    erase: async ({ party }) => {
      for (const table of ['check_in', 'streak_freeze', 'member_zone', 'streak', 'badge'])
        await sql`delete from ${sql.table(table)} where party = ${party}`.execute(db)
    },
  }
}
