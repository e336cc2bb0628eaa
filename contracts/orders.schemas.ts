import * as z from 'zod/mini'
import { ORDER_STATES } from '#rules/order-state.ts'
import { PACK_REFUSALS } from '#rules/pack-allowance.ts'
import { ITEM_KINDS } from '#rules/shop-item.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { crels, pageOf, points, time, visible } from './shapes.ts'
import { faceValue, itemImage } from './shop.schemas.ts'

const tag = 'orders'
const params = z.object({ id: idSchema('order') })

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), visible)
const blankable = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max), visible), '')

/** Where something is sent. Blank where a place has none of it. */
export const postalAddress = z.strictObject({
  name: line(100),
  street: line(120),
  /** Apartment, floor, care of. */
  extra: blankable(120),
  city: line(80),
  postcode: blankable(20),
  region: blankable(80),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/)),
  phone: z._default(z.string().check(z.trim(), z.regex(/^(\+?[0-9][0-9 ()./-]{4,28})?$/)), ''),
})
export type PostalAddress = z.output<typeof postalAddress>

/** The form that the browser parses by is the address alone. */
export const newOrder = z.strictObject({
  itemId: idSchema('shopItem'),
  quantity: z._default(z.int().check(z.minimum(1), z.maximum(100)), 1),
  /** The price of one piece, as the member saw it: another one now refuses the order. */
  points: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  /** Needed for what is sent by post, and refused for the rest. */
  address: z.optional(postalAddress),
})
export type NewOrder = z.input<typeof newOrder>

const state = z.enum(ORDER_STATES)

const order = {
  id: z.string(),
  state,
  /** The item as it was bought. */
  item: z.object({
    id: z.string(),
    kind: z.enum(ITEM_KINDS),
    title: z.string(),
    faceValue: z.nullable(faceValue),
    image: itemImage,
  }),
  quantity: z.int(),
  /** What it took, for all pieces. */
  points,
  /** What a pack paid, for all pieces; null for other kinds. */
  crels: z.nullable(crels),
  isCancellable: z.boolean(),
  /**
   * The points that came back when it was cancelled, or would if it were now; null where it cannot be. Each keeps its
   * expiry, or lasts seven days where that is past and an operator cancels.
   */
  refund: z.nullable(
    z.object({
      /** Those that can be spent. */
      points,
      /** Those that had expired: they are not in the balance. */
      expiredPoints: points,
      /** Of those that can be spent; null where there are none. */
      firstExpiresAt: z.nullable(time),
      lastExpiresAt: z.nullable(time),
    }),
  ),
  /** Of a cancelled order: by whom, and why in an operator's words. */
  cancelledBy: z.nullable(z.enum(['member', 'operator', 'deletion'])),
  reason: z.nullable(z.string()),
  /** Of a gift card: how many codes it has, and when I first looked at them. */
  codes: z.nullable(z.object({ count: z.int(), revealedAt: z.nullable(time) })),
  /** Of merchandise on its way: with whom, and where to follow it. */
  shipping: z.nullable(z.object({ carrier: z.string(), trackingUrl: z.nullable(z.string()) })),
  placedAt: time,
  /** Every state it came into, the first first. */
  timeline: z.array(z.object({ state, at: time })),
}

export const orderView = z.object(order)
export type Order = z.output<typeof orderView>
export const orderPage = pageOf(orderView)
export type OrderPage = z.output<typeof orderPage>

/** With what is personal of it. */
export const orderDetail = z.object({ ...order, address: z.nullable(postalAddress) })
export type OrderDetail = z.output<typeof orderDetail>

/** With the points that are left. */
export const placedOrder = z.object({
  ...order,
  balance: points,
  /** Of what a pack paid: the crels that filled an open debt, which comes first. The others are in the wallet. */
  debtCrels: crels,
})
export type PlacedOrder = z.output<typeof placedOrder>

export const orderTerms = z.object({
  /** Points that can be spent now. */
  balance: points,
  /** Items with a limit that I have bought, and items I am notified of; the others have all of their limit left. */
  items: z.array(
    z.object({
      itemId: z.string(),
      bought: z.int(),
      /** Pieces I may still buy; null without a limit. */
      left: z.nullable(z.int()),
      isAskedFor: z.boolean(),
    }),
  ),
  freezes: z.object({ bought: z.int(), max: z.int() }),
  /** The boost that is running; null when none is. */
  boost: z.nullable(z.object({ until: time, pointsLeft: points })),
  /** Crels of packs that I may still buy, what bounds them, and until when; null where it is for good or up to me. */
  packs: z.object({
    crelsLeft: crels,
    boundBy: z.enum(PACK_REFUSALS),
    until: z.nullable(time),
    /** My open debt: the crels of a pack fill it first. */
    debtCrels: crels,
  }),
})
export type OrderTerms = z.output<typeof orderTerms>

export const revealedCodes = z.object({
  codes: z.array(z.string()),
  /** When I first looked at them. */
  revealedAt: time,
})
export type RevealedCodes = z.output<typeof revealedCodes>

export const orderSchemas = {
  getOrderTerms: {
    summary: 'What I may buy just now: my points, limits that I used, my boost, freezes and crels packs.',
    tag,
    responses: { 200: orderTerms },
  },
  placeOrder: {
    summary:
      'Buys an item: points and stock are taken together, codes, crels, freezes and boosts come at once.',
    tag,
    body: newOrder,
    errors: [
      'item_not_available',
      'sold_out',
      'price_changed',
      'purchase_limit',
      'freezes_full',
      'boost_active',
      'pack_limit',
      'insufficient_funds',
      'user_disabled',
      'user_deleted',
    ],
    ratePerMinute: 60,
    responses: { 201: placedOrder },
  },
  listOrders: {
    summary: 'My orders, newest first, each with its state and when it came there.',
    tag,
    query: z.object({ state: z.optional(state), ...pageQuery }),
    responses: { 200: orderPage },
  },
  getOrder: {
    summary: 'One order of mine, with where it is sent.',
    tag,
    params,
    responses: { 200: orderDetail },
  },
  cancelOrder: {
    summary: 'Cancels an order that is not on its way; points and pieces return.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    errors: ['order_not_cancellable', 'user_disabled', 'user_deleted'],
    responses: { 200: placedOrder },
  },
  revealCodes: {
    summary: 'Shows me the codes of my order; each time is recorded.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    errors: ['codes_gone', 'user_disabled', 'user_deleted'],
    ratePerMinute: 30,
    responses: { 200: revealedCodes },
  },
} satisfies Record<string, EndpointSchemas>
