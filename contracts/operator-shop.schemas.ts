import * as z from 'zod/mini'
import { ITEM_KINDS, OPERATED_STATES } from '#rules/shop-item.ts'
import { slug } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { CODES_MAX, RESTORED_ANSWERS } from './operator-shop.constants.ts'
import { pictureTypes, seenPicture, textUpTo, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'
import { itemChanges, itemFile } from './shop-item-file.schemas.ts'
import { faceValue, itemImage } from './shop.schemas.ts'
import { photoBytesMax } from './users.schemas.ts'

const tag = 'operator'
const params = z.object({ slug })
const reason = textUpTo(500)

export const operatedItem = z.object({
  id: z.string(),
  slug: z.string(),
  kind: z.enum(ITEM_KINDS),
  title: z.string(),
  state: z.enum(OPERATED_STATES),
  /** The price of one piece, in points. */
  points: whole,
  /** Pieces left, of a gift card its codes that can be sold; null without a limit. */
  stock: z.nullable(whole),
  /** Codes that were unsold in a restored backup, and may have been given out since: they wait for an answer. */
  restoredCodes: whole,
  /** Pieces of orders in force. */
  sold: whole,
  /** Orders that wait to be sent. */
  waiting: whole,
  /** Members who wait for it to be back. */
  awaitedBy: whole,
  image: itemImage,
  createdAt: time,
  isDemo: z.boolean(),
})
export type OperatedItem = z.output<typeof operatedItem>
export const operatedItemPage = pageOf(operatedItem)

export const operatedItemDetail = z.extend(operatedItem, {
  summary: z.string(),
  /** Markdown. */
  description: z.string(),
  crels: z.nullable(z.int()),
  faceValue: z.nullable(faceValue),
  memberLimit: z.nullable(z.int()),
  countries: z.array(z.string()),
  visibleFrom: time,
  visibleUntil: z.nullable(time),
  activeFrom: z.nullable(time),
  activeUntil: z.nullable(time),
  /** What a change says it has `seen`. */
  revision: whole,
  /** Of a gift card: its pool. Codes themselves are for who buys them. */
  codes: z.nullable(z.object({ unused: whole, sold: whole, lastImportedAt: z.nullable(time) })),
  /** The last 50 changes, the newest first: by field what was and what is. */
  changes: z.array(
    z.object({
      at: time,
      author: z.string(),
      reason: z.string(),
      fields: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type OperatedItemDetail = z.output<typeof operatedItemDetail>

export const codeImport = z.object({
  id: z.string(),
  /** `checked` waits for its operator to import it, or to discard it. */
  state: z.enum(['waiting', 'checking', 'checked', 'importing', 'imported', 'failed']),
  /** Lines of the file, and how many of them were read. */
  lines: whole,
  linesRead: whole,
  /** New ones that were found so far; once they are imported, those that are in the pool. */
  codes: whole,
  /** Lines whose code is in the file before, or in a pool. */
  duplicates: whole,
  /** Lines that are no code. */
  invalid: whole,
  /** Why the file could not be read. */
  failure: z.nullable(z.string()),
  /** The first five lines that brought no code, with why; never the code. All of them are in a file. */
  refused: z.array(z.object({ line: whole, why: z.string() })),
  startedAt: time,
  endedAt: z.nullable(time),
  /** Until when it is there. */
  expiresAt: time,
})
export type CodeImport = z.output<typeof codeImport>

const importParams = z.object({ slug, importId: idSchema('codeImport') })
/** As large as 100,000 long codes. */
const codesBytesMax = 16 * 1024 * 1024

export const operatorShopSchemas = {
  listOperatedItems: {
    summary: 'Items of the shop, the newest first; `q` is in the title or the slug.',
    tag,
    query: z.object({
      q: z.optional(z.string().check(z.trim(), z.maxLength(80))),
      kind: z.optional(z.enum(ITEM_KINDS)),
      state: z.optional(z.enum(OPERATED_STATES)),
      ...pageQuery,
    }),
    responses: { 200: operatedItemPage },
  },
  getOperatedItem: {
    summary: 'An item with what it sold, what its pool has, and its last changes.',
    tag,
    params,
    responses: { 200: operatedItemDetail },
  },
  createOperatedItem: {
    summary: 'Puts an item into the shop. Its slug and its kind stay.',
    tag,
    body: z.extend(itemFile, { reason }),
    errors: ['conflict'],
    responses: { 201: operatedItemDetail },
  },
  editOperatedItem: {
    summary: 'Changes what an item is; `seen` is the revision that the change is of.',
    tag,
    params,
    body: z.strictObject({ changes: itemChanges, reason, seen: whole }),
    errors: ['conflict'],
    responses: { 200: operatedItemDetail },
  },
  putItemOnSale: {
    summary: 'Puts an item on sale now: it is seen, and windows that stand against it are opened.',
    tag,
    params,
    body: z.strictObject({ reason }),
    errors: ['conflict'],
    responses: { 200: operatedItemDetail },
  },
  takeItemOffSale: {
    summary: 'Takes an item off sale now: it is seen and cannot be bought. Orders that wait stay.',
    tag,
    params,
    body: z.strictObject({ reason }),
    errors: ['conflict'],
    responses: { 200: operatedItemDetail },
  },
  changeItemStock: {
    summary:
      'Adds pieces to an item’s stock, takes some, or says what is left; null is without a limit. `seen` is what was left when it was counted: other by now is `conflict`, and without it nothing is asked.',
    tag,
    params,
    body: z.strictObject({
      change: z.union([
        z.strictObject({
          pieces: z.int().check(
            z.minimum(-1_000_000),
            z.maximum(1_000_000),
            z.refine((pieces) => pieces !== 0, 'changes nothing'),
          ),
        }),
        z.strictObject({
          left: z.nullable(whole.check(z.maximum(1_000_000_000))),
          seen: z.optional(z.nullable(whole)),
        }),
      ]),
      reason,
    }),
    errors: ['conflict'],
    responses: { 200: operatedItemDetail },
  },
  startCodeImport: {
    summary: `Takes a file of codes, one a line, ${CODES_MAX.toLocaleString('en')} at most, for a gift card: a job reads it.`,
    tag,
    params,
    bodyTypes: ['text/csv'],
    bodyLimit: codesBytesMax,
    ratePerMinute: 10,
    errors: ['conflict', 'csv_unreadable'],
    responses: { 202: codeImport },
  },
  listCodeImports: {
    summary: 'The operator’s own files of codes for an item, the newest first, with how far each is.',
    tag,
    params,
    responses: { 200: z.object({ items: z.array(codeImport) }) },
  },
  confirmCodeImport: {
    summary: 'Imports the new codes of a file that was read, all of them at once: a job brings them.',
    tag,
    params: importParams,
    body: z.strictObject({ reason }),
    errors: ['conflict'],
    responses: { 202: codeImport },
  },
  removeCodeImport: {
    summary: 'Discards a file that was not imported, and forgets one that was; its codes stay.',
    tag,
    params: importParams,
    errors: ['conflict'],
    responses: { 204: null },
  },
  downloadRefusedCodes: {
    summary:
      'The lines of a file that brought no code, as CSV, each with why: for the operator who sent it alone.',
    tag,
    params: importParams,
    answerType: 'text/csv',
    responses: { 200: null },
  },
  takeBackItemCodes: {
    summary: 'Removes the codes of an import that nobody bought; what is sold stays its buyer’s.',
    tag,
    params: importParams,
    body: z.strictObject({ reason }),
    errors: ['conflict'],
    responses: { 200: z.object({ removed: whole }) },
  },
  answerRestoredCodes: {
    summary:
      'Says of the codes of an item that were unsold in a restored backup that nobody has had them, or removes them.',
    tag,
    params,
    body: z.strictObject({ answer: z.enum(RESTORED_ANSWERS), reason }),
    errors: ['conflict'],
    responses: { 200: operatedItemDetail },
  },
  putOperatedItemImage: {
    summary:
      'An item’s picture: the image itself is the body. It is kept in 960 × 720 pixels. `seen` is the `image.url` that is replaced, empty for none.',
    tag,
    params,
    query: z.object({ reason, ...seenPicture }),
    bodyTypes: pictureTypes,
    bodyLimit: photoBytesMax,
    errors: ['conflict', 'image_unreadable', 'image_too_large'],
    responses: { 200: operatedItemDetail },
  },
  removeOperatedItemImage: {
    summary:
      'Draws an item from its colours again in place of its picture, which is the one that was `seen`.',
    tag,
    params,
    query: z.object({ reason, ...seenPicture }),
    errors: ['conflict'],
    responses: { 200: operatedItemDetail },
  },
} satisfies Record<string, EndpointSchemas>
