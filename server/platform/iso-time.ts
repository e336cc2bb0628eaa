import { sql, type RawBuilder } from 'kysely'

/** A time as JSON has it, made by the database: `2026-11-28T09:00:00.000Z`. */
export function iso(at: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
