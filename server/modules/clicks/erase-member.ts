import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/** Clicks searched for sub-ids in one transaction: those of this many quarters of an hour. */
const quartersAtOnce = 100

/**
 * Removes the sub-ids of a deleted member's links from clicks and statistics; the clicks stay counted. The links belong to
 * the member, or to their pseudonym where the links were erased first.
 */
export function clickErasure(db: Db): MemberErasure {
  return {
    name: 'clicks',
    erase: async ({ uid, party }) => {
      for (let done = quartersAtOnce; done === quartersAtOnce;) {
        const { rows } = await sql<{ done: number }>`
          select forget_click_subs(array(select id from link where owner_uid in (${uid}, ${party})), ${quartersAtOnce})
            as done`.execute(db)
        done = rows[0]!.done
      }
    },
  }
}
