import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { zone } from '#contracts/operator-shapes.ts'
import { date } from '#contracts/shapes.ts'
import type { CsvCell } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import { inWholeDays } from '#server/platform/whole-days.ts'

/** Rows that are read at once. */
export const exportPageRows = 500

/** A list as a file has it. */
export interface ExportedList {
  /** What narrows it; anything else is refused. */
  filters: z.ZodMiniType<Record<string, unknown>>
  /** Its days are those of the site's zone. */
  hasSiteDays?: true
  columns: readonly string[]
  /** `filters` with `askedBy`, the id of the operator whose file it is. Null where to count would be to read them all. */
  count(db: Db, filters: Record<string, unknown>): Promise<number | null>
  /** The rows after a place, and the place of the last; null where none follows. */
  page(
    db: Db,
    filters: Record<string, unknown>,
    after: string | null,
  ): Promise<{ rows: CsvCell[][]; next: string | null }>
}

export const days = { from: z.optional(date), to: z.optional(date) }
/** Of the site's zone, which a file keeps while it is made (start-export.ts). */
export const siteDays = { ...days, zone: z.optional(zone) }

/** Whether a time is in some days of a zone. */
export function within(
  at: RawBuilder<unknown>,
  given: { from: string | undefined; to: string | undefined },
  of: string,
): RawBuilder<unknown> {
  return sql.join([sql`true`, ...inWholeDays(at, given, of)], sql` and `)
}

/** How many rows there are from somewhere. */
export async function countOf(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]!.count
}

/** A page that was read, one of `exportPageRows` being followed by another. */
export function pageOfRows({ rows }: { rows: { row: CsvCell[]; place: string }[] }) {
  return {
    rows: rows.map(({ row }) => row),
    next: rows.length < exportPageRows ? null : rows.at(-1)!.place,
  }
}
