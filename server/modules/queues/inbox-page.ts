import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { InboxShow } from '#contracts/operator-inbox.constants.ts'
import { cursorTime, decodeCursor } from '#server/platform/http/cursor.ts'
import { iso } from '#server/platform/iso-time.ts'

/** What an operator asks an inbox for. */
export interface InboxQuery {
  show: InboxShow
  limit: number
  cursor?: string
}

/**
 * The name of an operator who works on a row, as `assignee` of contracts/operator-inbox.ts: of the tables `page` and
 * `o`.
 */
export const assigneeColumn = sql`
  case when page.assigned_to is not null then jsonb_build_object('id', o.id, 'name', o.name,
    'at', ${iso(sql`page.assigned_at`)}) end as assignee`

/** The place of a row in a page: the time that the page is ordered by, in milliseconds, and its id. */
export function inboxPlace(
  { show }: Pick<InboxQuery, 'show'>,
  { id, since, madeAt }: { id: string; since: Date | null; madeAt: Date },
): [number, string] {
  return [(show === 'all' ? madeAt : since!).getTime(), id]
}

/**
 * The rows of one page of an inbox, one more where another follows: those that wait by their time and id, all by that of
 * their making backwards. The cursor says both of the last row: once that is answered it waits since no time any more,
 * and once it is erased there is none to read a time from.
 */
export function inboxPage(
  operatorId: string,
  { show, limit, cursor }: InboxQuery,
  table: {
    name: string
    /** The column of its ids, `id` unless another is named, and what such an id is. */
    idColumn?: string
    id: z.ZodMiniType<string>
    /** Which rows are of this inbox, which of these wait, since when, and when a row was made, in whole milliseconds. */
    among: RawBuilder<unknown>
    waits: RawBuilder<unknown>
    since: RawBuilder<unknown>
    madeAt: RawBuilder<unknown>
  },
): { page: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const at = show === 'all' ? table.madeAt : table.since
  const id = sql.ref(table.idColumn ?? 'id')
  const [lastMs, lastId] = cursor === undefined ? [] : decodeCursor(z.tuple([cursorTime, table.id]), cursor)
  const after =
    lastMs === undefined
      ? sql``
      : sql`and (${at}, ${id}) ${show === 'all' ? sql`<` : sql`>`} (${new Date(lastMs)}::timestamptz, ${lastId})`
  const shown =
    show === 'all'
      ? table.among
      : show === 'mine'
        ? sql`${table.among} and ${table.waits} and assigned_to = ${operatorId}`
        : sql`${table.among} and ${table.waits}`
  const order = show === 'all' ? sql`${at} desc, ${id} desc` : sql`${at}, ${id}`
  return {
    page: sql`
      select *, ${at} as place_at from ${sql.table(table.name)} where ${shown} ${after}
      order by ${order} limit ${limit + 1}`,
    order: show === 'all' ? sql`page.place_at desc, page.${id} desc` : sql`page.place_at, page.${id}`,
  }
}
