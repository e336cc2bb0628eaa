import * as z from 'zod/mini'
import { CLICK_REVIEW_REASONS } from '#rules/click-review.ts'
import { CLICK_REASONS } from '#rules/click-verdict.ts'
import { brandCard } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time, visible } from './shapes.ts'
import { shortlinkKinds } from './shortlinks.constants.ts'

const tag = 'shortlinks'
const params = z.object({ id: idSchema('link') })

const utmValue = z.optional(z.string().check(z.trim(), z.maxLength(200), visible))

/** UTM parameters to add to a destination; an empty one is none. */
export const utm = z.strictObject({
  source: utmValue,
  medium: utmValue,
  campaign: utmValue,
  term: utmValue,
  content: utmValue,
})
export type Utm = z.input<typeof utm>

/** Judged where it is used, with the reason for people (server/modules/shortlinks/destination.ts). */
const address = z.string().check(z.trim())

const fields = {
  /** What only its owner and its preview say. Empty: none. */
  title: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(120), visible))),
  utm: z.optional(z.nullable(utm)),
  /** The sub-id of visits that bring none by `?sub=`. */
  defaultSub: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9._:~-]{1,100}$/)))),
  expiresAt: z.optional(z.nullable(z.iso.datetime())),
  /** Where visits go once it has expired. */
  fallbackUrl: z.optional(z.nullable(address)),
}

const logo = z._default(z.enum(['true', 'false']), 'true')

const count = z.int().check(z.nonnegative())
const shownUtmValue = z.optional(z.string())

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
      source: shownUtmValue,
      medium: shownUtmValue,
      campaign: shownUtmValue,
      term: shownUtmValue,
      content: shownUtmValue,
    }),
  ),
  defaultSub: z.nullable(z.string()),
  state: z.enum(linkStates),
  expiresAt: z.nullable(time),
  fallbackUrl: z.nullable(z.string()),
  createdAt: time,
  /** `publicName` is what buyers read: brand and product. */
  campaign: z.nullable(
    z.object({ id: z.string(), title: z.string(), publicName: z.string(), brand: brandCard }),
  ),
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
      /** `waiting`: no event has arrived yet. */
      state: z.enum(['ok', 'failed', 'waiting']),
      /** Why it is not `ok`; a code. Of a conversion under review or rejected, its reason. */
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

export const codeAvailability = z.object({
  code: z.string(),
  isAvailable: z.boolean(),
  /** Why not, as a code and in a sentence; null where it is available. */
  reason: z.nullable(z.enum(['taken', 'too_short', 'too_long', 'bad_characters', 'reserved'])),
  message: z.nullable(z.string()),
  /** Codes that are free, where this one is not available. */
  suggestions: z.array(z.string()),
})
export type CodeAvailability = z.output<typeof codeAvailability>

export const shortlinkSchemas = {
  createShortlink: {
    summary:
      'Makes a short link, with a code of one’s own or a drawn one; with `campaignId` a deep link of that enrolment.',
    tag,
    body: z.strictObject({
      destinationUrl: address,
      /** 3–40 of `a-z 0-9 -`, no reserved word; judged as typed. */
      code: z.optional(z.string()),
      /** A campaign one is in: the destination is within its allowed hosts, and clicks are the enrolment’s. */
      campaignId: z.optional(idSchema('campaign')),
      ...fields,
    }),
    errors: [
      'code_taken',
      'too_many_links',
      'link_creation_paused',
      'not_enrolled',
      'user_disabled',
      'user_deleted',
    ],
    ratePerMinute: 30,
    responses: { 201: shortlink },
  },
  createManyShortlinks: {
    summary:
      'Makes a link of each row of a CSV file (500 at most), or none: 200 says of each row what is wrong, 201 what was made.',
    tag,
    bodyTypes: ['text/csv'],
    bodyLimit: 512 * 1024,
    errors: ['csv_unreadable', 'too_many_links', 'link_creation_paused', 'user_disabled', 'user_deleted'],
    ratePerMinute: 10,
    responses: { 201: manyShortlinks, 200: manyShortlinks },
  },
  listShortlinks: {
    summary: 'My short links, newest first, each with its visits; those of shares only where asked for.',
    tag,
    alternatives: ['text/csv'],
    query: z.object({
      kind: z.optional(z.enum(shortlinkKinds)),
      /** A part of the title, code or destination. */
      q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      ...pageQuery,
    }),
    responses: { 200: shortlinkPage },
  },
  checkShortlinkCode: {
    summary:
      'Whether a code is free for a link of one’s own, with others that are where it is not; it reserves nothing.',
    tag,
    query: z.object({ code: z.string().check(z.maxLength(100)) }),
    ratePerMinute: 60,
    responses: { 200: codeAvailability },
  },
  getShortlink: {
    summary: 'One of my short links.',
    tag,
    params,
    responses: { 200: shortlink },
  },
  getShortlinkQrSvg: {
    summary: 'A short link as a code for cameras, with our mark in the middle by default.',
    tag,
    params,
    query: z.object({ logo }),
    answerType: 'image/svg+xml',
    responses: { 200: null },
  },
  getShortlinkQrPng: {
    summary: 'The same in pixels, `size` of them a side.',
    tag,
    params,
    query: z.object({
      logo,
      size: z._default(z.coerce.number().check(z.int(), z.minimum(128), z.maximum(2048)), 512),
    }),
    answerType: 'image/png',
    ratePerMinute: 60,
    responses: { 200: null },
  },
  patchShortlink: {
    summary: 'Changes what is named, null clears it; the code stays. A disabled link answers 410 at once.',
    tag,
    params,
    body: z.strictObject({
      destinationUrl: z.optional(address),
      state: z.optional(z.enum(['active', 'disabled'])),
      ...fields,
    }),
    errors: ['link_banned', 'not_enrolled', 'user_disabled', 'user_deleted'],
    ratePerMinute: 60,
    responses: { 200: shortlink },
  },
  deleteShortlink: {
    summary: 'Removes a link of one’s own or a deep one; it answers 410, and its code is never given again.',
    tag,
    params,
    errors: ['link_of_campaign', 'user_disabled', 'user_deleted'],
    responses: { 204: null },
  },
  testShortlink: {
    summary:
      'Is my link working? Each step from a visit to an earning, and why visits of the last week did not count. Changes nothing.',
    tag,
    params,
    ratePerMinute: 60,
    responses: { 200: linkTest },
  },
} satisfies Record<string, EndpointSchemas>
