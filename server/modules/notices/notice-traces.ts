import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberTraces } from '#server/platform/member-traces.ts'

/** What is still to be told to a member who leaves is told to nobody. */
export function noticeTraces(db: Db): MemberTraces {
  return {
    name: 'notices',
    erase: async ({ uid }) => {
      await sql`delete from member_notice where uid = ${uid}`.execute(db)
    },
  }
}
