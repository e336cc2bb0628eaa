import * as z from 'zod/mini'
import { ITEM_KINDS, SALE_STATES } from '#rules/shop-item.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'shop'
const params = z.object({ id: idSchema('shopItem') })

/** Of what it is worth outside: US cents, yen, … */
export const faceValue = z.object({ currency: z.string(), minor: z.int() })

/** A picture of this site; without one it is drawn from the two colours. */
export const itemImage = z.object({ url: z.nullable(z.string()), base: z.string(), glow: z.string() })

export const shopItem = z.object({
  id: z.string(),
  kind: z.enum(ITEM_KINDS),
  title: z.string(),
  summary: z.string(),
  /** Markdown. */
  description: z.string(),
  /** The price of one piece. */
  points: z.int(),
  /** Printed on a gift card or merchandise; null where nothing is. */
  faceValue: z.nullable(faceValue),
  /** What a pack pays; null for other kinds. */
  crels: z.nullable(z.int()),
  /** Bought now, or not: `soon` before its window, `ended` after it. */
  state: z.enum(SALE_STATES),
  /** Pieces left, of a gift card 1,000 for that many codes and more; null without a limit. */
  stock: z.nullable(z.int()),
  /** Pieces that one member may buy; null without a limit. */
  memberLimit: z.nullable(z.int()),
  /** The most pieces of one order. */
  quantityMax: z.int(),
  /** When it is sold: from, and until before; null without an end. */
  activeFrom: z.nullable(time),
  activeUntil: z.nullable(time),
  /** It is sent by post: an order needs an address. */
  needsAddress: z.boolean(),
  /** Where it is sent, ISO 3166-1 alpha-2; none listed means everywhere. */
  countries: z.array(z.string()),
  image: itemImage,
})
export type ShopItem = z.output<typeof shopItem>
export const shopPage = pageOf(shopItem)
export type ShopPage = z.output<typeof shopPage>

export const shopSchemas = {
  listShop: {
    summary: 'What points buy, the cheapest first, for everybody to browse.',
    tag,
    query: z.object({ kind: z.optional(z.enum(ITEM_KINDS)), ...pageQuery }),
    responses: { 200: shopPage },
  },
  getShopItem: {
    summary: 'One item of the shop.',
    tag,
    params,
    responses: { 200: shopItem },
  },
  askForItem: {
    summary: 'Notifies me once when a sold-out item is back.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    errors: ['item_on_sale', 'user_disabled', 'user_deleted'],
    ratePerMinute: 30,
    responses: { 204: null },
  },
  forgetItem: {
    summary: 'Does not notify me of an item after all.',
    tag,
    params,
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
