import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, shortList, type MemberExport } from '#server/platform/member-export.ts'
import type { Secret } from '#server/platform/secret.ts'
import { openAddress, openCode } from './shop-secret.ts'

interface OrderLine {
  id: string
  title: string
  kind: string
  quantity: number
  points: number
  crels: number | null
  state: string
  placedAt: Date
  cancelledBy: string | null
  reason: string | null
  carrier: string | null
  trackingUrl: string | null
  address: string | null
}
type StepLine = { seq: number; orderId: string; state: string; at: Date; reason: string | null }

/** A member's orders with where they were sent, and the codes they have looked at; the others stay to be revealed. */
export function shopExport(db: Db, secret: Pick<Secret, 'open'>): MemberExport {
  return {
    tables: ['shop_order', 'shop_order_event', 'shop_code', 'shop_code_reveal', 'shop_interest'],
    parts: ({ uid, party }) => [
      longList({
        name: 'orders',
        about: m.export_orders(),
        columns: [
          ...(['id', 'title', 'kind', 'quantity', 'points', 'crels', 'state', 'placedAt'] as const),
          ...(['cancelledBy', 'reason', 'carrier', 'trackingUrl', 'address'] as const),
        ],
        next: async (last: OrderLine | undefined, limit) => {
          const { rows } = await sql<OrderLine>`
            select id, title, kind, quantity, points * quantity as points, crels * quantity as crels, state,
              placed_at as "placedAt", cancelled_by as "cancelledBy", reason, carrier,
              tracking_url as "trackingUrl", address
            from shop_order where party = ${party} and id > ${last?.id ?? ''} order by id limit ${limit}`.execute(
            db,
          )
          return rows.map((row) => ({ ...row, address: addressText(openAddress(secret, row)) }))
        },
      }),
      longList({
        name: 'order-steps',
        about: m.export_order_steps(),
        columns: ['orderId', 'state', 'at', 'reason'],
        next: async (last: StepLine | undefined, limit) => {
          const { rows } = await sql<StepLine>`
            select seq, order_id as "orderId", state, at, reason from shop_order_event
            where party = ${party} and seq > ${last?.seq ?? 0} order by seq limit ${limit}`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'order-codes',
        about: m.export_order_codes(),
        columns: ['orderId', 'assignedAt', 'revealedAt', 'code'],
        read: async () => await codes(db, secret, party),
      }),
      shortList({
        name: 'awaited-items',
        about: m.export_awaited_items(),
        columns: ['itemId', 'title', 'askedAt'],
        read: async () => {
          const { rows } = await sql<{ itemId: string; title: string; askedAt: Date }>`
            select n.item_id as "itemId", i.title, n.asked_at as "askedAt"
            from shop_interest n join shop_item i on i.id = n.item_id where n.uid = ${uid} order by 3, 1`.execute(
            db,
          )
          return rows
        },
      }),
    ],
  }
}

/** Every look at a code is logged; what was not looked at is not shown here without that. */
async function codes(db: Db, secret: Pick<Secret, 'open'>, party: string) {
  const { rows } = await sql<{
    id: string
    orderId: string
    assignedAt: Date
    revealedAt: Date | null
    code: string | null
  }>`
    select c.id, c.order_id as "orderId", c.assigned_at as "assignedAt",
      (select min(r.at) from shop_code_reveal r where r.order_id = o.id) as "revealedAt", c.code
    from shop_order o join shop_code c on c.order_id = o.id where o.party = ${party} order by c.id`.execute(
    db,
  )
  return rows.map(({ id, code, ...row }) => ({
    ...row,
    code: code === null || row.revealedAt === null ? null : openCode(secret, { id, code }),
  }))
}

function addressText(address: ReturnType<typeof openAddress>): string | null {
  if (!address) return null
  const { name, street, extra, postcode, city, region, country, phone } = address
  return [name, street, extra, `${postcode} ${city}`.trim(), region, country, phone]
    .filter((part) => part !== '')
    .join(', ')
}
