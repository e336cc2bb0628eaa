import { sql } from 'kysely'
import type { PostalAddress } from '#contracts/orders.schemas.ts'
import { orderStateAfter, type OrderState } from '#rules/order-state.ts'
import { findMemberByParty } from '#server/modules/accounts/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import {
  authorOf,
  changeAssignment,
  decidedBefore,
  isOwnAgain,
  operate,
  recordMemberView,
  requireNotOwn,
  requireNotTaken,
  requireOwnAgain,
  type AssignmentChange,
  type OperatorActor,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import { lockRewards } from '#server/modules/points/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { cancel } from './cancel-order.ts'
import {
  findOrder,
  lockOrder,
  moveOrder,
  setOrderAssignee,
  waitsForLook,
  type OrderRow,
} from './order-queries.ts'
import { expiryOf } from './order-refunds.ts'
import { openAddress } from './shop-secret.ts'

export interface Shipping {
  orderId: string
  carrier: string
  trackingUrl: string | null
  /** Of one that waited in a restored backup: who says it has looked whether it was sent since. */
  isLookedAt?: boolean
  /** Of one whose member is disabled: who sends it says that it is to be sent all the same. */
  isToDisabled?: boolean
}

/**
 * Says that what was ordered is on its way, which is notified. The same again of one's own changes nothing. Throws
 * `not_found`, `validation_failed` for an address that is no https one, and `conflict` for an order that does not wait, on
 * which another operator works, whose member is disabled and nobody says to send it all the same, or that may have been
 * sent before a restore and nobody has looked; one's own such order throws `forbidden`.
 */
export async function shipOrder(
  tx: Tx,
  actor: OperatorActor,
  { orderId, carrier, trackingUrl, isLookedAt = false, isToDisabled = false }: Shipping,
): Promise<OrderRow> {
  if (carrier.trim() === '' || carrier.length > 100) throw invalid('--carrier is 1 to 100 characters.')
  if (trackingUrl !== null && !isHttps(trackingUrl)) throw invalid('--tracking is an address with https.')
  const row = await operatedOrder(tx, orderId)
  const act = { action: 'shop.ship', target: orderId, after: { state: 'fulfilled', carrier } } as const
  if (row.carrier === carrier && row.trackingUrl === trackingUrl && (await isOwnAgain(tx, actor, act)))
    return row
  await requireNotTaken(tx, actor, row)
  const state = orderStateAfter(row.state, 'ship')
  if (state === undefined)
    throw await decidedBefore(tx, orderId, `Order ${orderId} is ${row.state}: it does not wait to be sent.`)
  const owner = await findMemberByParty(tx, row.party)
  const uid = owner?.uid
  await requireLook(tx, actor, { row, uid, isLookedAt })
  const isDisabled = owner?.state === 'disabled'
  if (isDisabled && !isToDisabled)
    throw problem('conflict', {
      detail: `The member of order ${orderId} is disabled. Cancel it, or say that it is to be sent all the same.`,
    })
  await operate(tx, actor, {
    ...act,
    before: { ...beforeOf(row), ...(isDisabled && { isDisabled }) },
    member: uid === undefined ? undefined : { uid },
  })
  await moveOrder(tx, orderId, { state: 'fulfilled', author: authorOf(actor), carrier, trackingUrl })
  const facts = { orderId, title: row.title, carrier, trackingUrl }
  if (uid !== undefined) await notifyMembers(tx, [uid], { kind: 'order_shipped', facts })
  return (await findOrder(tx, orderId))!
}

/**
 * Cancels an order for a member, with a reason that they read; points and pieces return, which is notified. The same
 * again of one's own changes nothing. Throws `not_found`, `order_not_cancellable`, and `conflict` where another operator
 * works on it, it was cancelled before, or it may have been sent before a restore and nobody has looked; one's own
 * throws `forbidden`: expired points of it would last some days more.
 */
export async function withdrawOrder(
  tx: Tx,
  actor: OperatorActor,
  { orderId, reason, isLookedAt = false }: Pick<Shipping, 'orderId' | 'isLookedAt'> & { reason: string },
): Promise<OrderRow> {
  const known = await findOrder(tx, orderId)
  if (!known) throw unknown(orderId)
  // The member's own orders and their cancelling wait for the same lock, taken first.
  await lockRewards(tx, known.party)
  const row = await operatedOrder(tx, orderId)
  const act = { action: 'shop.cancel', target: orderId, after: { state: 'cancelled' } } as const
  if (row.state === 'cancelled') {
    const detail = `Order ${orderId} is cancelled already.`
    const isSame = row.reason === reason
    await requireOwnAgain(tx, actor, { ...act, isSame, detail, actions: [act.action] })
    return row
  }
  await requireNotTaken(tx, actor, row)
  const uid = await ownerOf(tx, row)
  await requireLook(tx, actor, { row, uid, isLookedAt })
  await operate(tx, actor, {
    ...act,
    before: beforeOf(row),
    member: uid === undefined ? undefined : { uid },
  })
  const refundTxnId = await cancel(tx, row, { cancelledBy: 'operator', author: authorOf(actor), reason })
  const { title, points, quantity } = row
  const expiry = await expiryOf(tx, refundTxnId)
  const facts = { orderId, title, points: points * quantity, expiry, reason }
  if (uid !== undefined) await notifyMembers(tx, [uid], { kind: 'order_cancelled', facts })
  return (await findOrder(tx, orderId))!
}

/** Nobody looks for themselves: what was sent and is cancelled, or sent once more, is had twice. */
async function requireLook(
  tx: Tx,
  actor: OperatorActor,
  { row, uid, isLookedAt }: { row: OrderRow; uid: string | undefined; isLookedAt: boolean },
): Promise<void> {
  if (!row.waitsForLook) return
  await requireNotOwn(tx, actor, uid ?? null)
  if (!isLookedAt)
    throw problem('conflict', {
      detail: `Order ${row.id} waited in the backup that was restored, and may have been sent since. Look it up, then say that you did.`,
    })
}

function beforeOf({ state, waitsForLook }: OrderRow) {
  return { state, ...(waitsForLook && { waitsForLook }) }
}

/** Takes an order to work on it, or gives it back. Throws `not_found`, and `conflict` where another operator has it. */
export async function assignOrder(
  tx: Tx,
  actor: PersonActor,
  { orderId, change }: { orderId: string; change: AssignmentChange },
): Promise<void> {
  const { id, assignedTo } = await operatedOrder(tx, orderId)
  const next = await changeAssignment(tx, actor, { action: 'shop.assign', target: id, assignedTo, change })
  if (next !== undefined) await setOrderAssignee(tx, id, next)
}

/** Where an order is sent, in clear; the log says who looked. Null once the member has left. Throws `not_found`. */
export async function lookAtAddress(
  tx: Tx,
  actor: OperatorActor,
  { orderId }: { orderId: string },
  deps: { secret: Pick<Secret, 'open'> },
): Promise<PostalAddress | null> {
  return (await lookAtOrder(tx, actor, { orderId }, deps)).sendTo
}

/** An order with where it is sent, in clear; the log says who looked. Throws `not_found`. */
export async function lookAtOrder(
  tx: Tx,
  actor: OperatorActor,
  { orderId }: { orderId: string },
  deps: { secret: Pick<Secret, 'open'> },
): Promise<OrderRow & { uid: string | null; sendTo: PostalAddress | null }> {
  const row = await operatedRecord(tx, orderId, deps)
  if (row.uid !== null && row.sendTo) await recordMemberView(tx, actor, { uid: row.uid })
  return row
}

/** An order as an operator sees it, with where it is sent, in clear. */
export async function operatedRecord(
  db: Db,
  orderId: string,
  { secret }: { secret: Pick<Secret, 'open'> },
): Promise<OrderRow & { uid: string | null; sendTo: PostalAddress | null }> {
  const row = await findOrder(db, orderId)
  if (!row) throw unknown(orderId)
  const member = await findMemberByParty(db, row.party)
  return { ...row, uid: member?.uid ?? null, sendTo: openAddress(secret, row) }
}

export interface OperatedOrder {
  id: string
  uid: string | null
  slug: string
  title: string
  quantity: number
  points: number
  state: OrderState
  placedAt: Date
  waitsForLook: boolean
  /** Its member is disabled. */
  isDisabled: boolean
}

export interface OperatedOrders {
  state?: OrderState
  /** The slug or id of an item. */
  item?: string
  limit: number
}

/** Orders for operators, those that were placed first at the top, and how many there are. */
export async function operatedOrders(
  db: Db,
  { state, item, limit }: OperatedOrders,
): Promise<{ rows: OperatedOrder[]; total: number }> {
  const where = sql`
    ${state ? sql`o.state = ${state}` : sql`true`} and ${item ? sql`(i.slug = ${item} or i.id = ${item})` : sql`true`}`
  const { rows } = await sql<OperatedOrder>`
    select o.id, m.uid, i.slug, o.title, o.quantity, o.points * o.quantity as points, o.state, o.placed_at as "placedAt",
      ${waitsForLook(sql`o`)} as "waitsForLook", coalesce(m.state = 'disabled', false) as "isDisabled"
    from shop_order o join shop_item i on i.id = o.item_id left join member m on m.party = o.party
    where ${where} order by o.placed_at, o.id limit ${limit}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from shop_order o join shop_item i on i.id = o.item_id where ${where}`.execute(
    db,
  )
  return { rows, total: counted[0]!.total }
}

async function operatedOrder(tx: Tx, id: string): Promise<OrderRow> {
  const row = await lockOrder(tx, id)
  if (!row) throw unknown(id)
  return row
}

/** Whose order it is; undefined for one who has left, who is not notified. */
async function ownerOf(tx: Tx, { party }: OrderRow): Promise<string | undefined> {
  return (await findMemberByParty(tx, party))?.uid
}

function unknown(id: string): Error {
  return problem('not_found', { detail: `There is no order ${id}.` })
}

function invalid(detail: string): Error {
  return problem('validation_failed', { detail })
}

function isHttps(text: string): boolean {
  return text.length <= 500 && URL.canParse(text) && new URL(text).protocol === 'https:'
}
