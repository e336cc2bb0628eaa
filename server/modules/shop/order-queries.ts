import { sql, type RawBuilder } from 'kysely'
import type { OrderState } from '#rules/order-state.ts'
import type { ItemKind } from '#rules/shop-item.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'
import { lockItem } from './item-queries.ts'

/** Whether an order waited in a restored backup and may have been sent since, and nobody has looked. */
export function waitsForLook(order: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${order}.state = 'placed' and ${order}.restoration_id is not null)`
}

/** An order with what its views show of the item and its codes. */
export interface OrderRow {
  id: string
  party: string
  itemId: string
  kind: ItemKind
  title: string
  quantity: number
  /** The price of one piece. */
  points: number
  /** Of one pack. */
  crels: number | null
  faceMinor: number | null
  faceCurrency: string | null
  state: OrderState
  tookStock: boolean
  txnId: string
  refundTxnId: string | null
  /** Sealed. */
  address: string | null
  carrier: string | null
  trackingUrl: string | null
  cancelledBy: 'member' | 'operator' | 'deletion' | null
  reason: string | null
  placedAt: Date
  /** The id of the operator who works on it. */
  assignedTo: string | null
  /** It waited in a restored backup and may have been sent since, and nobody has looked. */
  waitsForLook: boolean
  imageKey: string | null
  colorBase: string
  colorGlow: string
  revealedAt: Date | null
  timeline: { state: OrderState; at: string }[]
}

const rows = sql`
  select o.id, o.party, o.item_id as "itemId", o.kind, o.title, o.quantity, o.points, o.crels,
         o.face_minor as "faceMinor", o.face_currency as "faceCurrency", o.state, o.took_stock as "tookStock",
         o.txn_id as "txnId", o.refund_txn_id as "refundTxnId", o.address, o.carrier, o.tracking_url as "trackingUrl",
         o.cancelled_by as "cancelledBy", o.reason, o.placed_at as "placedAt",
         o.assigned_to as "assignedTo", ${waitsForLook(sql`o`)} as "waitsForLook",
         i.image_key as "imageKey", i.color_base as "colorBase", i.color_glow as "colorGlow",
         (select min(r.at) from shop_code_reveal r where r.order_id = o.id) as "revealedAt",
         (select jsonb_agg(jsonb_build_object('state', e.state, 'at', e.at) order by e.seq)
          from shop_order_event e where e.order_id = o.id) as timeline
  from shop_order o join shop_item i on i.id = o.item_id`

export interface NewOrderRow {
  id: string
  party: string
  item: {
    id: string
    kind: ItemKind
    title: string
    crels: number | null
    faceMinor: number | null
    faceCurrency: string | null
  }
  quantity: number
  points: number
  state: 'placed' | 'fulfilled'
  takesStock: boolean
  txnId: string
  packTxnId: string | null
  address: string | null
  /** When the item was judged: a pack counts for that month. */
  placedAt: Date
}

/**
 * Records an order and takes its pieces out of stock, in one statement; answers when it came into its state, or null
 * when there are not as many pieces any more. The last thing that an order does: of 500 who buy one item at once each
 * waits for the row no longer than for another's commit.
 */
export async function insertOrder(tx: Tx, order: NewOrderRow): Promise<Date | null> {
  const { item } = order
  const { rows: made } = await sql<{ at: Date }>`
    with taken as (
      update shop_item set stock = stock - ${order.quantity}
      where ${order.takesStock} and id = ${item.id} and stock >= ${order.quantity} returning id
    ), made as (
      insert into shop_order (id, party, item_id, kind, title, quantity, points, crels, face_minor, face_currency, state,
                              took_stock, txn_id, pack_txn_id, address, placed_at)
      select ${order.id}, ${order.party}, ${item.id}, ${item.kind}, ${item.title}, ${order.quantity}, ${order.points},
             ${item.crels}::bigint, ${item.faceMinor}::bigint, ${item.faceCurrency}::text, ${order.state},
             ${order.takesStock}, ${order.txnId}, ${order.packTxnId}::text, ${order.address}::text,
             ${order.placedAt}::timestamptz
      where not ${order.takesStock} or exists (select from taken) returning id, party, state
    )
    insert into shop_order_event (order_id, party, state, author) select id, party, state, 'member' from made
    returning at ${keepsPlan}`.execute(tx)
  return made[0]?.at ?? null
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return (await sql<OrderRow>`${rows} where o.id = ${id}`.execute(db)).rows[0]
}

/** The order, locked until the transaction ends. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  await sql`select from shop_order where id = ${id} for update`.execute(tx)
  return await findOrder(tx, id)
}

/** What changes with a step. */
export type OrderStep = { author: string } & (
  | { state: 'fulfilled'; carrier: string; trackingUrl: string | null }
  | {
      state: 'cancelled'
      cancelledBy: 'member' | 'operator' | 'deletion'
      reason: string | null
      refundTxnId: string
    }
)

/** Moves a locked order to its next state and writes that into its timeline. Who moves it has looked at it. */
export async function moveOrder(tx: Tx, id: string, step: OrderStep): Promise<void> {
  const shipped = step.state === 'fulfilled' ? step : undefined
  const cancelled = step.state === 'cancelled' ? step : undefined
  await sql`
    with moved as (
      update shop_order set state = ${step.state}, state_at = crels_now(), carrier = ${shipped?.carrier ?? null},
        tracking_url = ${shipped?.trackingUrl ?? null}, cancelled_by = ${cancelled?.cancelledBy ?? null},
        reason = ${cancelled?.reason ?? null}, refund_txn_id = ${cancelled?.refundTxnId ?? null}, restoration_id = null
      where id = ${id} returning id, party
    )
    insert into shop_order_event (order_id, party, state, author, reason)
    select id, party, ${step.state}, ${step.author}, ${cancelled?.reason ?? null} from moved`.execute(tx)
}

/** Sets who works on a locked order; null is no one. */
export async function setOrderAssignee(tx: Tx, id: string, operatorId: string | null): Promise<void> {
  await sql`
    update shop_order set assigned_to = ${operatorId},
      assigned_at = case when ${operatorId}::text is not null then crels_now() end
    where id = ${id}`.execute(tx)
}

/**
 * Puts the pieces of a cancelled order back, unless its item has no limit any more. The item is locked first: a limit that
 * is being set counts them as sold, and the update alone would pass over a row that had none when it began.
 */
export async function returnStock(
  tx: Tx,
  { itemId, quantity }: Pick<OrderRow, 'itemId' | 'quantity'>,
): Promise<void> {
  await lockItem(tx, itemId)
  await sql`
    update shop_item set stock = stock + ${quantity} where id = ${itemId} and stock is not null`.execute(tx)
}

export interface OrderList {
  party: string
  state?: OrderState
  limit: number
  before?: { at: Date; id: string }
}

/** A member's orders, newest first, one more than the limit where there are more. */
export function ordersSql({ party, state, limit, before }: OrderList) {
  const inState = state ? sql`and o.state = ${state}` : sql``
  const after = before ? sql`and (o.placed_at, o.id) < (${before.at}, ${before.id})` : sql``
  return sql<OrderRow>`
    ${rows} where o.party = ${party} ${inState} ${after}
    order by o.placed_at desc, o.id desc limit ${limit + 1}`
}

/** Pieces of an item that a member bought and did not cancel. */
export async function boughtOf(db: Db, party: string, itemId: string): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select coalesce(sum(quantity), 0)::bigint as count from shop_order
    where party = ${party} and item_id = ${itemId} and state <> 'cancelled'`.execute(db)
  return found[0]!.count
}

/** Orders that wait for the operator, of a member who leaves. */
export async function placedOrdersOf(db: Db, party: string): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    select id from shop_order where party = ${party} and state = 'placed' order by id`.execute(db)
  return found.map(({ id }) => id)
}

/** Orders of a member that lose something when they leave: those that wait to be sent, and those that have codes. */
export async function ordersToLose(db: Db, party: string): Promise<{ placed: number; withCodes: number }> {
  const { rows: found } = await sql<{ placed: number; withCodes: number }>`
    select count(*) filter (where o.state = 'placed')::int as placed,
           count(*) filter (where exists (
             select from shop_code c where c.order_id = o.id and c.code is not null))::int as "withCodes"
    from shop_order o where o.party = ${party}`.execute(db)
  return found[0]!
}

/** What orders and their refunds were for, by the id of their transaction. */
export async function ordersAmong(
  db: Db,
  txnIds: string[],
): Promise<{ transactionId: string; orderId: string; title: string }[]> {
  const { rows: found } = await sql<{ transactionId: string; orderId: string; title: string }>`
    select txn_id as "transactionId", id as "orderId", title from shop_order where txn_id = any (${txnIds})
    union all
    select refund_txn_id, id, title from shop_order where refund_txn_id = any (${txnIds})`.execute(db)
  return found
}

/** The states of parties' orders: a text for each that differs after every change of a state. */
export async function orderVersions(db: Db, parties: string[]): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ party: string; version: string }>`
    select p.party, e.seq::text as version from unnest(${parties}::text[]) as p (party)
    cross join lateral (
      select seq from shop_order_event where party = p.party order by seq desc limit 1) e`.execute(db)
  return new Map(found.map(({ party, version }) => [party, version]))
}
