import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { OrderDetail, OrderPage, RevealedCodes } from '#contracts/orders.schemas.ts'
import type { AboutPoints } from '#contracts/points.schemas.ts'
import type { OrderState } from '#rules/order-state.ts'
import { requireActing } from '#server/modules/accounts/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { unknownOrder } from './cancel-order.ts'
import { codesOf, recordReveal } from './code-queries.ts'
import { findOrder, lockOrder, ordersAmong, ordersSql } from './order-queries.ts'
import { orderViews } from './order-refunds.ts'
import { openAddress, openCode } from './shop-secret.ts'

/** When a page's last order was placed, and its id. */
const place = z.tuple([cursorTime, idSchema('order')])

/** One page of a member's orders, newest first. */
export async function listOrders(
  db: Db,
  { party }: Pick<MemberActor, 'party'>,
  { state, limit, cursor }: { state?: OrderState; limit: number; cursor?: string },
): Promise<OrderPage> {
  const [at, id] = cursor === undefined ? [] : decodeCursor(place, cursor)
  const before = at === undefined ? undefined : { at: new Date(at), id: id! }
  const { rows } = await ordersSql({ party, state, limit, before }).execute(db)
  const page = pageOf(rows, limit, (last) => [last.placedAt.getTime(), last.id])
  return { ...page, items: await orderViews(db, page.items) }
}

/** One order of a member, with where it is sent. Throws `not_found` for another member's. */
export async function getOrder(
  db: Db,
  { party }: Pick<MemberActor, 'party'>,
  { id }: { id: string },
  { secret }: { secret: Pick<Secret, 'open'> },
): Promise<OrderDetail> {
  const row = await findOrder(db, id)
  if (row?.party !== party) throw unknownOrder()
  const [order] = await orderViews(db, [row])
  return { ...order!, address: openAddress(secret, row) }
}

/**
 * Shows the codes of an order to the member who has it; each time is recorded, with the request. Throws `not_found` for
 * another member's order, and `codes_gone` for one that has none.
 */
export async function revealCodes(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  { id, requestId }: { id: string; requestId: string },
  { secret }: { secret: Pick<Secret, 'open'> },
): Promise<RevealedCodes> {
  const { party } = await requireActing(tx, actor.uid)
  // Locked: of two at once the second answers the first time as the first did.
  const row = await lockOrder(tx, id)
  if (row?.party !== party) throw unknownOrder()
  const codes = await codesOf(tx, id)
  if (codes.length === 0) throw problem('codes_gone')
  const revealedAt = await recordReveal(tx, id, requestId)
  return { codes: codes.map((code) => openCode(secret, code)), revealedAt: revealedAt.toISOString() }
}

/** What transactions of orders were for, by their id. */
export async function aboutOrders(db: Db, transactionIds: string[]): Promise<Map<string, AboutPoints>> {
  const rows = await ordersAmong(db, transactionIds)
  return new Map(rows.map(({ transactionId, ...order }) => [transactionId, { type: 'order', ...order }]))
}
