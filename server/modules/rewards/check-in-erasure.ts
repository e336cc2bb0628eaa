import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/** What rewards hold of a member who leaves: their days, freezes and zones go; the awards stay in the ledger. */
export function checkInErasure(db: Db): MemberErasure {
  return {
    name: 'check-ins',
    erase: async ({ party }) => {
      for (const table of ['check_in', 'streak_freeze', 'member_zone', 'streak'])
        await sql`delete from ${sql.table(table)} where party = ${party}`.execute(db)
    },
  }
}
