import { sql, type RawBuilder } from 'kysely'
import { idSchema } from '#contracts/ids.ts'
import type { InboxOrder, InboxOrderDetail, InboxOrderPage } from '#contracts/operator-orders.schemas.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import { waitsForLook } from '#server/modules/shop/public.ts'
import { requestsAbout } from './support-inbox.ts'
import type { Db } from '#server/platform/database.ts'
import { pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import { assigneeColumn, inboxPage, inboxPlace, type InboxQuery } from './inbox-page.ts'

interface Row extends Omit<InboxOrder, 'placedAt' | 'waitingSince'> {
  placedAt: Date
  trackingUrl: string | null
  hasAddress: boolean
}

/** Orders that wait to be sent, the longest first, those of who asks, or all that are sent by post. */
export async function inboxOrders(db: Db, operatorId: string, query: InboxQuery): Promise<InboxOrderPage> {
  const { rows } = await inboxOrdersSql(operatorId, query).execute(db)
  const { items, nextCursor } = pageOf(rows, query.limit, ({ id, placedAt }) =>
    inboxPlace(query, { id, since: placedAt, madeAt: placedAt }),
  )
  return { items: items.map(orderView), nextCursor }
}

/** Its one query, apart so that its plan can be tested. */
export function inboxOrdersSql(operatorId: string, query: InboxQuery): RawBuilder<Row> {
  const { page, order } = inboxPage(operatorId, query, {
    name: 'shop_order',
    id: idSchema('order'),
    // What waits is sent by post.
    among: query.show === 'all' ? sql`kind = 'merchandise'` : sql`true`,
    waits: sql`state = 'placed'`,
    since: sql`placed_at`,
    madeAt: sql`placed_at`,
  })
  return ordersOf(page, order)
}

/** An order with its steps. Throws `not_found`. */
export async function inboxOrder(db: Db, id: string): Promise<InboxOrderDetail> {
  const page = sql`select * from shop_order where id = ${id}`
  const { rows } = await ordersOf(page, sql`page.id`).execute(db)
  const row = rows[0]
  if (!row) throw problem('not_found', { detail: 'There is no such order.' })
  const { rows: timeline } = await sql<
    Omit<InboxOrderDetail['timeline'][number], 'at'> & { at: Date }
  >`select state, at, author as by, reason from shop_order_event where order_id = ${id} order by seq`.execute(
    db,
  )
  return {
    ...orderView(row),
    requests: await requestsAbout(db, { kind: 'order', id }),
    trackingUrl: row.trackingUrl,
    hasAddress: row.hasAddress,
    timeline: timeline.map((step) => ({ ...step, at: step.at.toISOString() })),
  }
}

function ordersOf(page: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<Row> {
  // What is looked up for each row is looked up for those of the page alone.
  return sql<Row>`
    with page as materialized (${page})
    select page.id, page.state, page.placed_at as "placedAt", page.quantity,
      page.points * page.quantity as points, page.carrier, page.tracking_url as "trackingUrl",
      page.address is not null as "hasAddress", ${assigneeColumn},
      ${waitsForLook(sql`page`)} as "waitsForLook",
      coalesce(m.state = 'disabled', false) as "isDisabled",
      jsonb_build_object('id', page.item_id, 'title', page.title, 'kind', page.kind) as item,
      case when m.uid is not null then ${namedMember(sql`m.uid`)} end as member
    from page left join member m on m.party = page.party left join operator o on o.id = page.assigned_to
    order by ${order}`
}

function orderView({ trackingUrl: _, hasAddress: _hasAddress, ...row }: Row): InboxOrder {
  const placedAt = row.placedAt.toISOString()
  return { ...row, placedAt, waitingSince: row.state === 'placed' ? placedAt : null }
}
