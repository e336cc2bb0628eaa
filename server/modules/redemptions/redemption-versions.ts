import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Where parties' redemptions stand: a text for each that differs after every change of a state. */
export async function redemptionVersions(db: Db, parties: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ party: string; version: string }>`
    select r.party, max(e.seq)::text as version from redemption r join redemption_event e on e.redemption_id = r.id
    where r.party = any (${parties}) group by r.party`.execute(db)
  return new Map(rows.map(({ party, version }) => [party, version]))
}
