import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/** Unsent notices of a deleted member are dropped. */
export function noticeErasure(db: Db): MemberErasure {
  return {
    name: 'notices',
    erase: async ({ uid }) => {
      await sql`delete from member_notice where uid = ${uid}`.execute(db)
    },
  }
}
