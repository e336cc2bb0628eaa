import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/** What is kept of a member beside the books: until when they were notified of points that expire. */
export function pointsErasure(db: Db): MemberErasure {
  return {
    name: 'points',
    erase: async ({ party }) => {
      await sql`delete from points_notice where party = ${party}`.execute(db)
    },
  }
}
