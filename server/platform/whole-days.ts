import { sql, type RawBuilder } from 'kysely'
import { addDays, dateStarts } from '#rules/local-date.ts'

/**
 * Conditions for a time to lie in whole days of a zone (`YYYY-MM-DD`), the last one included; none for a side without
 * one.
 */
export function inWholeDays(
  at: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`${at} >= ${new Date(dateStarts(from, zone))}`]),
    ...(to === undefined ? [] : [sql`${at} < ${new Date(dateStarts(addDays(to, 1), zone))}`]),
  ]
}
