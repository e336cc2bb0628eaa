import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { CsvCell } from '#server/platform/csv-line.ts'
import { iso } from '#server/platform/iso-time.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { countOf, exportPageRows, pageOfRows, siteDays, within, type ExportedList } from './export-list.ts'

/**
 * Lists of what members have and asked for, by id, which is by time. Each line begins with the member's uid, by which it is
 * taken out when they leave (erase-from-exports.ts); a line made after that has their party, or nothing. Messages, answers,
 * e-mail and postal addresses are in none.
 */
export const exportedMemberLists = {
  links: listOf({
    rows: sql`from link t`,
    at: sql`t.created_at`,
    columns: {
      member: sql`t.owner_uid`,
      id: sql`t.id`,
      code: sql`t.code`,
      kind: sql`t.kind`,
      state: sql`t.state`,
      'made at': iso(sql`t.created_at`),
      campaign: sql`t.campaign_id`,
      destination: sql`t.destination_url`,
      'expires at': iso(sql`t.expires_at`),
      'removed at': iso(sql`t.removed_at`),
    },
  }),
  orders: listOf({
    rows: sql`from shop_order t left join member m on m.party = t.party`,
    at: sql`t.placed_at`,
    columns: {
      member: sql`m.uid`,
      id: sql`t.id`,
      item: sql`t.title`,
      kind: sql`t.kind`,
      quantity: sql`t.quantity`,
      points: sql`t.points * t.quantity`,
      state: sql`t.state`,
      'placed at': iso(sql`t.placed_at`),
      'in this state since': iso(sql`t.state_at`),
      carrier: sql`t.carrier`,
    },
  }),
  claims: listOf({
    rows: sql`from conversion_claim t`,
    at: sql`t.created_at`,
    columns: {
      member: sql`t.uid`,
      id: sql`t.id`,
      campaign: sql`t.campaign_id`,
      kind: sql`t.type`,
      'order id': sql`t.order_reference`,
      currency: sql`t.reported_currency`,
      'amount in minor units': sql`t.reported_amount_minor`,
      'happened at': iso(sql`t.occurred_at`),
      state: sql`t.state`,
      'claimed at': iso(sql`t.created_at`),
      'answer by': iso(sql`t.answer_by`),
      'answered at': iso(sql`t.answered_at`),
      conversion: sql`t.conversion_id`,
    },
  }),
  redemptions: listOf({
    rows: sql`from redemption t`,
    at: sql`t.requested_at`,
    columns: {
      member: sql`t.uid`,
      id: sql`t.id`,
      state: sql`t.state`,
      'requested at': iso(sql`t.requested_at`),
      'in this state since': iso(sql`t.state_at`),
      crels: sql`t.crels`,
      'US cents': sql`t.usd_cents`,
      'paid by': sql`t.destination_kind`,
      reference: sql`t.reference`,
    },
  }),
  support: listOf({
    rows: sql`from support_request t`,
    at: sql`t.created_at`,
    columns: {
      member: sql`t.uid`,
      id: sql`t.id`,
      reference: sql`t.reference`,
      topic: sql`t.topic`,
      state: sql`t.state`,
      'written at': iso(sql`t.created_at`),
      'waits since': iso(sql`t.waiting_since`),
      'answered at': iso(sql`t.answered_at`),
      'closed at': iso(sql`t.closed_at`),
    },
  }),
} satisfies Record<string, ExportedList>

/** A list of a table `t` with an id and a state, narrowed by days and by that state. */
function listOf({
  rows,
  at,
  columns,
}: {
  /** `from` the table as `t`. */
  rows: RawBuilder<unknown>
  at: RawBuilder<unknown>
  columns: Record<string, RawBuilder<unknown>>
}): ExportedList {
  const chosen = (filters: Record<string, unknown>) => {
    const { from, to, zone = siteZone(), state } = filters as Record<string, string | undefined>
    return sql`${within(at, { from, to }, zone)} ${state === undefined ? sql`` : sql`and t.state = ${state}`}`
  }
  return {
    hasSiteDays: true,
    filters: z.strictObject({
      ...siteDays,
      state: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
    }),
    columns: Object.keys(columns),
    count: async (db, filters) => await countOf(db, sql`(select ${rows} where ${chosen(filters)}) chosen`),
    page: async (db, filters, after) =>
      pageOfRows(
        await sql<{ row: CsvCell[]; place: string }>`
          select jsonb_build_array(${sql.join(Object.values(columns))}) as row, t.id as place
          ${rows} where ${chosen(filters)} ${after === null ? sql`` : sql`and t.id > ${after}`}
          order by t.id limit ${exportPageRows}`.execute(db),
      ),
  }
}
