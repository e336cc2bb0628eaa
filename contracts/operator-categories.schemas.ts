import * as z from 'zod/mini'
import { categoryIcons } from '#rules/category-glyphs.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { isUndo, textUpTo, whole } from './operator-shapes.ts'
import { newPageSlug, newSlug, time, visible } from './shapes.ts'
import { industries } from './taxonomies.ts'

const tag = 'operator'
const reason = textUpTo(500)

/** The place of a category in addresses, `/campaigns/category/{slug}`. It stays when the category is renamed. */
export const categorySlug = newSlug

const name = textUpTo(60).check(visible)
const categoryText = z.strictObject({
  name,
  /** What it is about, in a line; it can be empty. */
  description: z.string().check(z.trim(), z.maxLength(200), visible),
})
export type CategoryText = z.output<typeof categoryText>

/**
 * The texts in each language. Where there is none, a category that comes with Crels and is as it came in English has
 * those of Crels; any other is as it is in English.
 */
export const categoryTexts = z.strictObject({
  en: categoryText,
  es: z.optional(categoryText),
  de: z.optional(categoryText),
})
export type CategoryTexts = z.output<typeof categoryTexts>

/** What of a category is written. */
const written = {
  texts: categoryTexts,
  icon: z.enum(categoryIcons),
  /** Members of these are shown its campaigns first. */
  industries: z.array(z.enum(industries)).check(
    z.maxLength(industries.length),
    z.refine((list) => new Set(list).size === list.length, { error: 'names one twice' }),
  ),
}

const use = z.object({
  /** All that name it, those that are over too. */
  campaigns: whole,
  /** Those that are not over: from a draft to one whose budget is spent. They keep it from being retired. */
  open: whole,
  /** Those of them that members find now. */
  live: whole,
})
export type CategoryUse = z.output<typeof use>

const fields = {
  slug: categorySlug,
  texts: categoryTexts,
  /** The same as members read them, with what stands in for a language without texts. */
  shown: z.object({ en: categoryText, es: categoryText, de: categoryText }),
  icon: z.string(),
  industries: z.array(z.enum(industries)),
  isRetired: z.boolean(),
  /** As it comes with Crels, edited here, or added here. */
  origin: z.enum(['default', 'edited', 'added']),
  /** What a change says it has `seen`. */
  revision: whole,
  use,
}

const listed = z.object(fields)
export type ListedCategory = z.output<typeof listed>

const version = z.object({
  revision: whole,
  texts: categoryTexts,
  icon: z.string(),
  industries: z.array(z.enum(industries)),
  isRetired: z.boolean(),
  /** Who set it, and why; a migration where it was there before the log. */
  author: z.string(),
  reason: z.nullable(z.string()),
  setAt: time,
})
export type CategoryVersion = z.output<typeof version>

const operated = z.object({
  ...fields,
  /** The English texts that it comes with; null for one that was added here. */
  initial: z.nullable(categoryText),
  /** The last 50, the newest first: the first is in force. */
  versions: z.array(version),
})
export type OperatedCategory = z.output<typeof operated>

const list = z.object({ items: z.array(listed) })
export type OperatedCategories = z.output<typeof list>

const params = z.object({ slug: categorySlug })

export const operatorCategorySchemas = {
  listOperatedCategories: {
    summary: 'The categories in their order, retired ones too, with how many campaigns are in each.',
    tag,
    responses: { 200: list },
  },
  getOperatedCategory: {
    summary: 'A category with its texts in each language, and in its versions.',
    tag,
    params,
    responses: { 200: operated },
  },
  addCategory: {
    summary: 'Adds a category after the others. Its slug stays.',
    tag,
    body: z.strictObject({ slug: newPageSlug, ...written, reason }),
    errors: ['conflict'],
    responses: { 201: operated },
  },
  setCategory: {
    summary:
      'Changes what a category is called, its icon and its industries; `seen` is the revision that it is of.',
    tag,
    params,
    body: z.strictObject({ ...written, reason, seen: whole }),
    errors: ['conflict'],
    responses: { 200: operated },
  },
  turnCategory: {
    summary: 'Retires a category in which every campaign is over, or takes it back as it was.',
    tag,
    params,
    body: z.strictObject({ isRetired: z.boolean(), reason, seen: whole }),
    errors: ['conflict'],
    responses: { 200: operated },
  },
  orderCategories: {
    summary: 'Puts the categories into an order, each named once; `seen` is the order that it is of.',
    tag,
    body: z.strictObject({
      slugs: z.array(categorySlug).check(z.maxLength(100)),
      reason,
      seen: z.array(categorySlug).check(z.maxLength(100)),
      isUndo,
    }),
    errors: ['conflict'],
    responses: { 200: list },
  },
} satisfies Record<string, EndpointSchemas>
