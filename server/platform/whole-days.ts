import { sql, type RawBuilder } from 'kysely'

/** Conditions for a time to lie in whole days in UTC (`YYYY-MM-DD`), the last one included; none for a side without one. */
export function inWholeDays(
  at: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`${at} >= ${from}::date::timestamp at time zone 'UTC'`]),
    ...(to === undefined ? [] : [sql`${at} < (${to}::date + 1)::timestamp at time zone 'UTC'`]),
  ]
}
