import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { ConversionStatus } from './conversion-queries.ts'

/** The conversion that was reported last for a click of a link; null where none was. */
export async function lastConversion(
  db: Db,
  linkId: string,
): Promise<{ status: ConversionStatus; reason: string | null; at: Date } | null> {
  const { rows } = await sql<{ status: ConversionStatus; reason: string | null; at: Date }>`
    select status, reason, created_at as at from conversion
    where link_id = ${linkId} order by created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
