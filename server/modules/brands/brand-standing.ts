import { sql } from 'kysely'
import type { StateSince } from '#rules/click-pay.ts'
import type { Db } from '#server/platform/database.ts'

/** When a brand was suspended and resumed, oldest first; one that never was has none. */
export async function brandStates(db: Db, brandId: string): Promise<StateSince[]> {
  const { rows } = await sql<{ at: Date; state: string }>`
    select at, state from brand_state_change where brand_id = ${brandId} order by seq`.execute(db)
  return rows.map(({ at, state }) => ({ at: at.getTime(), state }))
}
