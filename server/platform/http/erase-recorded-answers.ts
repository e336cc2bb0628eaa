import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { MemberTraces } from '../member-traces.ts'

/** The answers kept for a member's idempotency keys go with the member. */
export function recordedAnswerTraces(db: Db): MemberTraces {
  return {
    name: 'recorded-answers',
    erase: async ({ uid }) => {
      await sql`delete from idempotency_key where actor = ${uid}`.execute(db)
    },
  }
}
