import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** Bought freezes that a member holds. */
export async function boughtFreezes(db: Db, party: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select bought_freezes as count from streak where party = ${party}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Members who hold as many bought freezes as each of two limits lets them; of none but those who hold any. */
export async function membersAtFreezeLimits(
  db: Db,
  { before, after }: { before: number; after: number },
): Promise<{ before: number; after: number }> {
  const { rows } = await sql<{ before: number; after: number }>`
    select count(*) filter (where bought_freezes >= ${before}::int)::int as before,
      count(*) filter (where bought_freezes >= ${after}::int)::int as after
    from streak where bought_freezes > 0`.execute(db)
  return rows[0]!
}

/** Gives a member freezes, usable at once; the caller holds `lockRewards` and knows how many they may hold. */
export async function addBoughtFreezes(tx: Tx, party: string, count: number): Promise<void> {
  await sql`
    insert into streak as s (party, bought_freezes) values (${party}, ${count})
    on conflict (party) do update set bought_freezes = s.bought_freezes + excluded.bought_freezes`.execute(tx)
}
