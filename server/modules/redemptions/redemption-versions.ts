import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Where subjects' redemptions stand: a text for each that differs after every change of a state. */
export async function redemptionVersions(db: Db, subjects: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; version: string }>`
    select r.subject, max(e.seq)::text as version from redemption r join redemption_event e on e.redemption_id = r.id
    where r.subject = any (${subjects}) group by r.subject`.execute(db)
  return new Map(rows.map(({ subject, version }) => [subject, version]))
}
