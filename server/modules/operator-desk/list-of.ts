import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { INBOX_SHOWS } from '#contracts/operator-inbox.constants.ts'
import type { CsvCell } from '#server/platform/csv-line.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { countOf, exportPageRows, pageOfRows, siteDays, within, type ExportedList } from './export-list.ts'

/** What a list is narrowed by, beside days. */
export interface Narrowing {
  is: z.ZodMiniType<string | undefined>
  /** The rows of a value; `askedBy` is the id of the operator whose file it is. */
  where(value: string, askedBy: string): RawBuilder<unknown>
}

interface Options {
  /** `from` the table as `t`. */
  rows: RawBuilder<unknown>
  /** Which rows are of the list; all unless it says. */
  among?: RawBuilder<unknown>
  /** The time of which days are. */
  at: RawBuilder<unknown>
  /** What is unique and has an index, by which the rows are in order: the id unless it says. */
  key?: { column: RawBuilder<unknown>; type: 'text' | 'bigint' }[]
  /** By its state unless it says. */
  by?: Record<string, Narrowing>
  columns: Record<string, RawBuilder<unknown>>
}

/** A word such as a state or a reason. */
export const code = z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/)))
/** An id, a slug or a uid. */
export const name = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))

export const byState: Narrowing = { is: code, where: (state) => sql`t.state = ${state}` }

/** What an inbox shows: what waits, what has who asks (of what waits unless `mine` says), or all. */
export function byShow({
  waits,
  mine = waits,
  all = sql`true`,
}: {
  waits: RawBuilder<unknown>
  mine?: RawBuilder<unknown>
  all?: RawBuilder<unknown>
}): Narrowing {
  return {
    is: z.optional(z.enum(INBOX_SHOWS)),
    where: (show, askedBy) =>
      show === 'all' ? all : show === 'mine' ? sql`${mine} and t.assigned_to = ${askedBy}` : waits,
  }
}

/** The values of a place, as `concat_ws` wrote them: the first may have anything in it. */
function placeOf(after: string | null, key: Required<Options>['key']): RawBuilder<unknown>[] | undefined {
  if (after === null) return undefined
  const parts = after.split(' ')
  const first = parts.splice(0, parts.length - key.length + 1).join(' ')
  const values = [first, ...parts]
  return values.map((value, at) => sql`${value}::${sql.raw(key[at]!.type)}`)
}

const id: Required<Options>['key'] = [{ column: sql`t.id`, type: 'text' }]

/** A list of a table, narrowed by days and more, in the order of its ids, which is by time. */
export function listOf({
  rows,
  among = sql`true`,
  at,
  key = id,
  by = { state: byState },
  columns,
}: Options): ExportedList {
  const chosen = (filters: Record<string, unknown>) => {
    const {
      from,
      to,
      zone = siteZone(),
      askedBy = '',
      ...given
    } = filters as Record<string, string | undefined>
    const narrowed = Object.entries(given).flatMap(([filter, value]) =>
      value === undefined ? [] : [by[filter]!.where(value, askedBy)],
    )
    return sql.join([among, within(at, { from, to }, zone), ...narrowed], sql` and `)
  }
  const keys = key.map(({ column }) => column)
  return {
    hasSiteDays: true,
    filters: z.strictObject({
      ...siteDays,
      ...Object.fromEntries(Object.entries(by).map(([filter, { is }]) => [filter, is])),
    }),
    columns: Object.keys(columns),
    count: async (db, filters) => await countOf(db, sql`(select ${rows} where ${chosen(filters)}) chosen`),
    page: async (db, filters, after) => {
      const last = placeOf(after, key)
      return pageOfRows(
        await sql<{ row: CsvCell[]; place: string }>`
          select jsonb_build_array(${sql.join(Object.values(columns))}) as row, concat_ws(' ', ${sql.join(keys)}) as place
          ${rows} where ${chosen(filters)}
            ${last === undefined ? sql`` : sql`and (${sql.join(keys)}) > (${sql.join(last)})`}
          order by ${sql.join(keys)} limit ${exportPageRows}`.execute(db),
      )
    },
  }
}
