import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'

/**
 * Disables the links of a deleted member: they answer 410 from the confirmation on, also once one that was banned is given
 * back. The code stays taken;
 * what the owner wrote is erased. The clicks stay: they identify no person.
 */
export function linkErasure(db: Db): MemberErasure {
  return {
    name: 'shortlinks',
    onConfirmed: async (tx, { uid }) => {
      // One statement: a ban or its end that is under way is waited for, and the link is looked at again.
      await sql`
        update link set ${isOff} where owner_uid = ${uid} and (state = 'active' or banned_from = 'active')`.execute(
        tx,
      )
    },
    erase: async ({ uid, party }) => {
      await sql`
        update link set owner_uid = ${party}, title = null, default_sub = null, utm = null, fallback_url = null,
          ${isOff}, destination_url = 'https://deleted.invalid/'
        where owner_uid = ${uid}`.execute(db)
    },
  }
}

const isOff = sql`
  state = case state when 'active' then 'disabled' else state end,
  banned_from = case banned_from when 'active' then 'disabled' else banned_from end`

/** How many of a member's links redirect. */
export async function workingLinks(db: Db, uid: string): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select count(*) as links from link where owner_uid = ${uid} and state = 'active'`.execute(db)
  return rows[0]!.links
}
