import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/** What happens to claims when their member leaves: what waits is closed, and what was written goes. */
export function claimErasure(db: Db): MemberErasure {
  return {
    name: 'claims',
    erase: async ({ uid, party }) => {
      await sql`
        update conversion_claim set uid = ${party}, note = null, order_reference = id,
          answer = case state when 'open' then null else answer end,
          answered_at = coalesce(answered_at, crels_now()), state = case state when 'open' then 'declined' else state end
        where uid = ${uid}`.execute(db)
    },
  }
}
