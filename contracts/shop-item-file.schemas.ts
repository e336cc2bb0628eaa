import * as z from 'zod/mini'
import { ITEM_KINDS } from '../rules/shop-item.ts'
import { newPageSlug, visibleLines } from './shapes.ts'

const between = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))
const text = (lengthMax: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax), visibleLines)
const moment = z.iso.datetime({ offset: true })
const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'is a colour such as #1b6ef3'))
const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'is two capital letters'))

/** What an item is, without what is assumed where a file says nothing. */
const offer = {
  title: text(120),
  summary: text(300),
  /** Markdown. */
  description: z.string().check(z.trim(), z.maxLength(10_000), visibleLines),
  /** The price of one piece; null for a pack, whose price is its crels by the setting shop.crelsPackPoints. */
  points: z.nullable(between(1, 1_000_000_000)),
  /** What a pack pays. */
  crels: z.nullable(between(1, 1_000_000)),
  faceValue: z.nullable(
    z.strictObject({
      currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'is three capital letters')),
      minor: z.int().check(z.minimum(1)),
    }),
  ),
  /** Pieces; null without a limit. The stock of a gift card is its codes. */
  stock: z.nullable(between(0, 1_000_000_000)),
  memberLimit: z.nullable(between(1, 1_000)),
  /** ISO 3166-1 alpha-2, where merchandise is sent; none listed means everywhere. */
  countries: z
    .array(country)
    .check(z.refine((list) => new Set(list).size === list.length, 'names one twice')),
  /** Its picture is drawn from them while it has none. */
  colors: z.strictObject({ base: color, glow: color }),
  visibleFrom: moment,
  visibleUntil: z.nullable(moment),
  activeFrom: z.nullable(moment),
  activeUntil: z.nullable(moment),
}

/** A new item, as `crels shop add --file` and the console give it. */
export const itemFile = z.strictObject({
  ...offer,
  /** A name of its own that stays. */
  slug: newPageSlug,
  kind: z.enum(ITEM_KINDS),
  description: z._default(offer.description, ''),
  points: z._default(offer.points, null),
  crels: z._default(offer.crels, null),
  faceValue: z._default(offer.faceValue, null),
  stock: z._default(offer.stock, null),
  memberLimit: z._default(offer.memberLimit, null),
  countries: z._default(offer.countries, []),
  colors: z._default(offer.colors, { base: '#4c3fd6', glow: '#f5b0ff' }),
  /** Now unless given. */
  visibleFrom: z._default(z.nullable(offer.visibleFrom), null),
  visibleUntil: z._default(offer.visibleUntil, null),
  activeFrom: z._default(offer.activeFrom, null),
  activeUntil: z._default(offer.activeUntil, null),
})
export type ItemFile = z.output<typeof itemFile>

/** What is changed of an item: fields of its file, each as it shall be; the rest stays. */
export const itemChanges = z
  .partial(z.strictObject(offer))
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'changes nothing'))
export type ItemChanges = z.output<typeof itemChanges>
