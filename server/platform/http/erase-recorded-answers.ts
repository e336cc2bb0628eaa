import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { MemberErasure } from '../member-erasure.ts'

/** The answers kept for a member's idempotency keys go with the member. */
export function recordedAnswerErasure(db: Db): MemberErasure {
  return {
    name: 'recorded-answers',
    erase: async ({ uid }) => {
      await sql`delete from idempotency_key where actor = ${uid}`.execute(db)
    },
  }
}
