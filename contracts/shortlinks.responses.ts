import { CLICK_REVIEW_REASONS } from '#rules/click-review.ts'
import { CLICK_REASONS } from '#rules/click-verdict.ts'
import * as z from 'zod/mini'
import { pageOf, time } from './shapes.ts'
import { shortlinkKinds } from './shortlinks.ts'

const count = z.int().check(z.nonnegative())
const utmValue = z.optional(z.string())

export const linkStates = ['active', 'disabled', 'banned', 'expired'] as const

/** The host of an address: as people write it, and as the network does where that differs (`xn--…`). */
export const shownHost = z.object({ name: z.string(), ascii: z.nullable(z.string()) })

export const shortlink = z.object({
  id: z.string(),
  code: z.string(),
  url: z.string(),
  kind: z.enum(shortlinkKinds),
  title: z.nullable(z.string()),
  destinationUrl: z.string(),
  host: shownHost,
  utm: z.nullable(
    z.object({
      source: utmValue,
      medium: utmValue,
      campaign: utmValue,
      term: utmValue,
      content: utmValue,
    }),
  ),
  defaultSub: z.nullable(z.string()),
  state: z.enum(linkStates),
  expiresAt: z.nullable(time),
  fallbackUrl: z.nullable(z.string()),
  createdAt: time,
  campaign: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** Visits of every kind, and those that count. */
  clicks: z.object({ total: count, countable: count }),
})
export type Shortlink = z.output<typeof shortlink>
export const shortlinkPage = pageOf(shortlink)
export type ShortlinkPage = z.output<typeof shortlinkPage>

export const manyShortlinks = z.object({
  /** All rows, or 0 where one was refused. */
  made: count,
  rows: z.array(
    z.object({
      /** Where the row begins in the file, counted from 1. */
      line: count,
      id: z.nullable(z.string()),
      code: z.nullable(z.string()),
      url: z.nullable(z.string()),
      /** Why this row is refused; none where it is not. */
      issues: z.array(z.object({ column: z.string(), code: z.string(), message: z.string() })),
      /** Codes that are free, where the row's is refused. */
      suggestions: z.array(z.string()),
    }),
  ),
})
export type ManyShortlinks = z.output<typeof manyShortlinks>

/** The steps from a visit to an earning, in their order; those after `visits` are of links of a campaign. */
export const linkSteps = [
  'link',
  'destination',
  'visit',
  'visits',
  'enrolment',
  'campaign',
  'conversion',
] as const

export const linkTest = z.object({
  steps: z.array(
    z.object({
      step: z.enum(linkSteps),
      /** `waiting`: nothing has come yet that could tell. */
      state: z.enum(['ok', 'failed', 'waiting']),
      /** Why it is not `ok`; a code. Of a held or rejected conversion, its reason. */
      reason: z.nullable(z.string()),
      /** The last countable visit, or the last conversion. */
      at: z.nullable(time),
    }),
  ),
  /** Since when visits are looked at. */
  since: time,
  /** Visits that count since then, and those of them that are uniques. */
  counted: z.object({ clicks: count, uniques: count }),
  /** How many did not count since then, by reason, most first. */
  uncounted: z.array(z.object({ reason: z.enum(CLICK_REASONS), clicks: count })),
  /** Of those that count, how many are paid only after an operator has looked, by reason, most first. */
  underReview: z.array(z.object({ reason: z.enum(CLICK_REVIEW_REASONS), clicks: count })),
  /** The last of those that did not count, newest first. */
  recent: z.array(
    z.object({
      /** The click’s: what the brand’s page was called with. */
      id: z.string(),
      at: time,
      reason: z.enum(CLICK_REASONS),
      device: z.enum(['phone', 'tablet', 'desktop', 'other']),
      country: z.nullable(z.string()),
    }),
  ),
})
export type LinkTest = z.output<typeof linkTest>

export const shortlinkResponses = {
  createShortlink: { 201: shortlink },
  createManyShortlinks: { 201: manyShortlinks, 200: manyShortlinks },
  listShortlinks: { 200: shortlinkPage },
  getShortlink: { 200: shortlink },
  getShortlinkQrSvg: { 200: null },
  getShortlinkQrPng: { 200: null },
  patchShortlink: { 200: shortlink },
  deleteShortlink: { 204: null },
  testShortlink: { 200: linkTest },
}
