import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** Bought freezes that a member holds. */
export async function boughtFreezes(db: Db, party: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select bought_freezes as count from streak where party = ${party}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Gives a member freezes, usable at once; the caller holds `lockRewards` and knows how many they may hold. */
export async function addBoughtFreezes(tx: Tx, party: string, count: number): Promise<void> {
  await sql`
    insert into streak as s (party, bought_freezes) values (${party}, ${count})
    on conflict (party) do update set bought_freezes = s.bought_freezes + excluded.bought_freezes`.execute(tx)
}
