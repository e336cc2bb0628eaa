import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { languages } from './languages.ts'
import { textUpTo, whole } from './operator-shapes.ts'
import { newSlug, time, visible, visibleLines } from './shapes.ts'

const tag = 'operator'
const reason = textUpTo(500)

/** The place of an entry on the page, `/faq#slug`. It stays when the question is worded anew. */
export const faqSlug = newSlug

/** Markdown; `{points.expireMonths}` is a number of the rules, and a link to a page of ours begins with a slash. */
const answer = textUpTo(20_000).check(visibleLines)
const faqText = z.strictObject({ question: textUpTo(200).check(visible), answer })
export type FaqText = z.output<typeof faqText>

/** Question and answer in each language; where there is none, the English ones are shown. */
export const faqTexts = z.strictObject({ en: faqText, es: z.optional(faqText), de: z.optional(faqText) })
export type FaqTexts = z.output<typeof faqTexts>

/** What an entry is changed to; without texts it has again those that come with Crels. */
const change = {
  topic: faqSlug,
  texts: z.nullable(faqTexts),
  isShown: z._default(z.boolean(), true),
  reason,
}

const set = { author: z.string(), reason: z.string(), setAt: time }

const faqVersion = z.object({
  id: whole,
  topic: faqSlug,
  /** Null: those that come with Crels. */
  texts: z.nullable(faqTexts),
  isShown: z.boolean(),
  ...set,
})
export type FaqVersion = z.output<typeof faqVersion>

/** As it comes with Crels, edited here, or added here. */
const origin = z.enum(['default', 'edited', 'added'])
export type FaqOrigin = z.output<typeof origin>

const listedEntry = z.object({
  slug: faqSlug,
  /** In English. */
  question: z.string(),
  languages: z.array(z.enum(languages)),
  origin,
  isShown: z.boolean(),
  /** The last change; null for one that was never changed here. */
  last: z.nullable(z.object(set)),
})
export type ListedFaqEntry = z.output<typeof listedEntry>

const faqOrder = z.object({ id: whole, slugs: z.array(faqSlug), ...set })

const operatedTopic = z.object({
  slug: faqSlug,
  title: z.string(),
  /** What a change of the order says it has `seen`; 0 before the first. */
  revision: whole,
  /** In their order, those that are retired too. */
  entries: z.array(listedEntry),
  /** The last 10 orders, the newest first: the first is in force. An empty one is that of Crels. */
  orders: z.array(faqOrder),
})
export type OperatedFaqTopic = z.output<typeof operatedTopic>

const operatedFaq = z.object({ topics: z.array(operatedTopic) })
export type OperatedFaq = z.output<typeof operatedFaq>

const operatedEntry = z.object({
  slug: faqSlug,
  topic: faqSlug,
  texts: faqTexts,
  isShown: z.boolean(),
  origin,
  /** What a change says it has `seen`; 0 before the first. */
  revision: whole,
  /** As it comes with Crels; null for one that was added here. */
  initial: z.nullable(z.object({ topic: faqSlug, texts: faqTexts })),
  /** The last 50, the newest first: the first is in force. */
  versions: z.array(faqVersion),
})
export type OperatedFaqEntry = z.output<typeof operatedEntry>

const params = z.object({ slug: faqSlug })

export const operatorFaqSchemas = {
  getOperatedFaq: {
    summary: 'The questions by topic, in their order, with where each comes from.',
    tag,
    responses: { 200: operatedFaq },
  },
  getFaqEntry: {
    summary: 'A question with its answer in each language, and in its versions.',
    tag,
    params,
    responses: { 200: operatedEntry },
  },
  addFaqEntry: {
    summary: 'Adds a question at the end of its topic. Its slug stays.',
    tag,
    body: z.strictObject({ slug: faqSlug, topic: faqSlug, texts: faqTexts, reason }),
    errors: ['conflict'],
    responses: { 201: operatedEntry },
  },
  setFaqEntry: {
    summary: 'Changes a question, or takes an earlier version again; `seen` is the revision that it is of.',
    tag,
    params,
    body: z.strictObject({ ...change, seen: whole }),
    errors: ['conflict'],
    responses: { 200: operatedEntry },
  },
  turnFaqEntry: {
    summary: 'Retires a question from the page, or shows it again as it was.',
    tag,
    params,
    body: z.strictObject({ isShown: z.boolean(), reason, seen: whole }),
    errors: ['conflict'],
    responses: { 200: operatedEntry },
  },
  orderFaqTopic: {
    summary: 'Puts the questions of a topic into an order; without any, into that of Crels.',
    tag,
    params: z.object({ topic: faqSlug }),
    body: z.strictObject({ slugs: z.array(faqSlug).check(z.maxLength(500)), reason, seen: whole }),
    errors: ['conflict'],
    responses: { 200: operatedFaq },
  },
  previewFaqAnswer: {
    summary: 'An answer as it would be shown, and the names in braces that stand for no number.',
    tag,
    body: z.strictObject({ language: z.enum(languages), answer }),
    ratePerMinute: 120,
    responses: { 200: z.object({ html: z.string(), unknown: z.array(z.string()) }) },
  },
} satisfies Record<string, EndpointSchemas>
