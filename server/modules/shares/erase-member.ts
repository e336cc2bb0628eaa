import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/** What happens to shares when their member leaves: none is paid any more, and they go. Their links are links' to stop. */
export function shareErasure(db: Db): MemberErasure {
  return {
    name: 'shares',
    erase: async ({ uid }) => {
      await sql`delete from social_share where uid = ${uid}`.execute(db)
    },
  }
}
