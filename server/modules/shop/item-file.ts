import * as z from 'zod'
import { visibleLines } from '#contracts/shapes.ts'
import { ITEM_KINDS } from '#rules/shop-item.ts'
import { problem } from '#server/platform/http/problems.ts'

const moment = z.iso.datetime({ offset: true })
const color = z.string().regex(/^#[0-9a-f]{6}$/, 'is a colour such as #1b6ef3')

/** What an item is, without what is assumed where a file says nothing. */
const offer = {
  title: z.string().trim().min(1).max(120).check(visibleLines),
  summary: z.string().trim().min(1).max(300).check(visibleLines),
  /** Markdown. */
  description: z.string().trim().max(10_000).check(visibleLines),
  /** The price of one piece; null for a pack, whose price is its crels by the setting shop.crelsPackPoints. */
  points: z.int().min(1).max(1_000_000_000).nullable(),
  /** What a pack pays. */
  crels: z.int().min(1).max(1_000_000).nullable(),
  faceValue: z
    .strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/, 'is three capital letters'),
      minor: z.int().min(1),
    })
    .nullable(),
  /** Pieces; null without a limit. The stock of a gift card is its codes. */
  stock: z.int().min(0).max(1_000_000_000).nullable(),
  memberLimit: z.int().min(1).max(1_000).nullable(),
  /** ISO 3166-1 alpha-2, where merchandise is sent; none listed means everywhere. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'is two capital letters'))
    .refine((list) => new Set(list).size === list.length, 'names one twice'),
  /** Its picture is drawn from them while it has none. */
  colors: z.strictObject({ base: color, glow: color }),
  visibleFrom: moment,
  visibleUntil: moment.nullable(),
  activeFrom: moment.nullable(),
  activeUntil: moment.nullable(),
}

/** An item as `crels shop add --file` reads it. */
const itemFile = z.strictObject({
  ...offer,
  /** A name of its own that stays. */
  slug: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is lower-case words joined by hyphens'),
  kind: z.enum(ITEM_KINDS),
  description: offer.description.default(''),
  points: offer.points.default(null),
  crels: offer.crels.default(null),
  faceValue: offer.faceValue.default(null),
  stock: offer.stock.default(null),
  memberLimit: offer.memberLimit.default(null),
  countries: offer.countries.default([]),
  colors: offer.colors.default({ base: '#4c3fd6', glow: '#f5b0ff' }),
  /** Now unless given. */
  visibleFrom: offer.visibleFrom.nullable().default(null),
  visibleUntil: offer.visibleUntil.default(null),
  activeFrom: offer.activeFrom.default(null),
  activeUntil: offer.activeUntil.default(null),
})
export type ItemFile = z.output<typeof itemFile>

/** What `crels shop edit --file` changes: fields of an item's file, each as it shall be; the rest stays. */
const itemChanges = z
  .strictObject(offer)
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'changes nothing')
export type ItemChanges = z.output<typeof itemChanges>

/** Reads an item's file. Throws `validation_failed` with a line for each thing that is wrong. */
export function readItemFile(value: unknown): ItemFile {
  const file = read(itemFile, value)
  requireWhole(file)
  return file
}

/** Reads the file of a change. Throws `validation_failed` with a line for each thing that is wrong. */
export function readItemChanges(value: unknown): ItemChanges {
  return read(itemChanges, value)
}

/** What must agree over several fields of an item. Throws `validation_failed`. */
export function requireWhole(item: Omit<ItemFile, 'slug'>): void {
  const { kind, points, crels, stock, countries, visibleFrom, visibleUntil, activeFrom, activeUntil } = item
  const isPack = kind === 'crels_pack'
  const wrong: (string | false)[] = [
    isPack &&
      points !== null &&
      'points: the price of a pack is its crels by the setting shop.crelsPackPoints',
    !isPack && points === null && 'points: an item has a price',
    isPack !== (crels !== null) && (isPack ? 'crels: a pack pays some' : 'crels: only a pack pays crels'),
    kind === 'gift_card' && stock !== null && 'stock: the stock of a gift card is its codes; import them',
    kind !== 'merchandise' && countries.length > 0 && 'countries: only merchandise is sent somewhere',
    isBefore(visibleUntil, visibleFrom) && 'visibleUntil: comes before visibleFrom',
    isBefore(activeUntil, activeFrom) && 'activeUntil: comes before activeFrom',
  ]
  const lines = wrong.filter((line) => line !== false)
  if (lines.length > 0) throw problem('validation_failed', { detail: lines.join('; ') })
}

function isBefore(end: string | null, start: string | null): boolean {
  return end !== null && start !== null && Date.parse(end) <= Date.parse(start)
}

function read<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message,
  }))
  throw problem('validation_failed', { detail: z.prettifyError(result.error), members: { issues } })
}
