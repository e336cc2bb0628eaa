import { sql } from 'kysely'
import type { PlacedOrder, PostalAddress } from '#contracts/orders.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { orderRefusal, type OrderFacts } from '#rules/order-refusal.ts'
import { packAllowance } from '#rules/pack-allowance.ts'
import { itemPrice, saleState } from '#rules/shop-item.ts'
import { requireActing, type MemberProfile } from '#server/modules/accounts/public.ts'
import { economyOf } from '#server/modules/economy/public.ts'
import { isLedgerError, memberPoints, move, housePoints, post } from '#server/modules/ledger/public.ts'
import { returningPoints, rewardsLock, runningBoost } from '#server/modules/points/public.ts'
import { boughtFreezes } from '#server/modules/rewards/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { Secret } from '#server/platform/secret.ts'
import { assignCodes } from './code-queries.ts'
import { grantAtOnce, lockForPack, payPack } from './grant-item.ts'
import { findItemToOrder, type ItemToOrder } from './item-queries.ts'
import { isOffered, unknownItem } from './list-shop.ts'
import { boughtOf, insertOrder } from './order-queries.ts'
import { refusalProblem, wishProblem } from './order-problems.ts'
import { orderView, windowsOf } from './order-view.ts'
import { packFacts } from './pack-queries.ts'
import { sealAddress } from './shop-secret.ts'

export interface OrderWish {
  itemId: string
  quantity: number
  /** The price of one piece, as the member saw it. */
  points: number
  address?: PostalAddress
}

/**
 * Buys pieces of an item: points, stock and what the item brings, all in the caller's transaction. The window is judged
 * by the database's clock, under the lock of the member's rewards, so that two tabs find each other. Throws the
 * refusals of `orderRefusal`, `validation_failed` for a missing, wrong or needless address, `not_found`,
 * `user_disabled` and `user_deleted`; nothing was charged then.
 */
export async function placeOrder(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  wish: OrderWish,
  { secret }: { secret: Pick<Secret, 'seal'> },
): Promise<PlacedOrder> {
  const { itemId, quantity } = wish
  // One statement less for 500 who buy at once.
  const member = await requireActing(tx, actor.uid, rewardsLock(sql<string>`party`))
  const { party } = member
  const item = await findItemToOrder(tx, { itemId, quantity, party })
  if (!item) throw unknownItem()
  const economy = economyOf(item.settings)
  const wrong = wishProblem(item, wish)
  if (wrong) throw wrong
  const facts = await orderFacts(tx, { member, item, economy })
  const refusal = orderRefusal({ quantity, seenPrice: wish.points }, facts)
  if (refusal) throw refusalProblem(refusal, facts)

  const id = newId('order')
  const points = facts.price * quantity
  const granting = { id, party, item, quantity, settings: economy.shop }
  const pack = item.kind === 'crels_pack' ? await lockForPack(tx, party) : null
  const txnId = await spend(tx, { party, points, id, facts })
  const paid = pack && (await payPack(tx, { ...granting, ...pack }))
  await grantAtOnce(tx, granting)
  const state = item.kind === 'merchandise' ? 'placed' : 'fulfilled'
  const refund = state === 'placed' ? (await returningPoints(tx, [txnId])).get(txnId) : undefined
  // What others wait for comes last, and the item's row before its codes.
  const at = await insertOrder(tx, {
    id,
    party,
    item,
    quantity,
    points: facts.price,
    state,
    takesStock: item.kind !== 'gift_card' && item.stock !== null,
    txnId,
    packTxnId: paid?.txnId ?? null,
    placedAt: item.now,
    address: wish.address ? sealAddress(secret, id, wish.address) : null,
  })
  if (!at) throw problem('sold_out')
  if (item.kind === 'gift_card' && !(await assignCodes(tx, { itemId, orderId: id, quantity })))
    throw problem('sold_out')
  // From what was written, without reading it again.
  const order = orderView(
    {
      ...item,
      id,
      itemId,
      quantity,
      points: facts.price,
      state,
      carrier: null,
      trackingUrl: null,
      cancelledBy: null,
      reason: null,
      waitsForLook: false,
      placedAt: item.now,
      revealedAt: null,
      timeline: [{ state, at: at.toISOString() }],
    },
    refund,
  )
  return { ...order, balance: facts.balance - points, debtCrels: paid?.debtCrels ?? 0 }
}

/** What decides the order, read under the lock. */
async function orderFacts(
  tx: Tx,
  { member, item, economy }: { member: MemberProfile; item: ItemToOrder; economy: Economy },
): Promise<OrderFacts> {
  const { party } = member
  const { kind, stock, memberLimit, crels, balance, now } = item
  return {
    state:
      isOffered(item, economy.shop) && !item.isHeld ? saleState(windowsOf(item), stock, now.getTime()) : null,
    price: itemPrice(item, economy.shop),
    stock,
    memberLimit,
    bought: memberLimit === null ? 0 : await boughtOf(tx, party, item.id),
    balance,
    freezesLeft:
      kind === 'streak_freeze'
        ? Math.max(0, economy.checkIn.boughtFreezesMax - (await boughtFreezes(tx, party)))
        : null,
    boostUntil: kind === 'boost' ? ((await runningBoost(tx, party))?.until.getTime() ?? null) : null,
    pack:
      crels === null
        ? null
        : { crels, allowance: packAllowance(await packFacts(tx, member, now), economy.shop, now.getTime()) },
  }
}

/** The points go to the house, from the lots that expire soonest; points that expired meanwhile pay nothing. */
async function spend(
  tx: Tx,
  { party, points, id, facts }: { party: string; points: number; id: string; facts: OrderFacts },
): Promise<string> {
  const lines = move(memberPoints(party), housePoints, points)
  try {
    return (await post(tx, { kind: 'order_placed', scope: 'order', idem: id, lines })).txnId
  } catch (error) {
    if (!isLedgerError(error, 'insufficient_funds')) throw error
    throw refusalProblem({ code: 'insufficient_funds', missing: 1 }, facts)
  }
}
