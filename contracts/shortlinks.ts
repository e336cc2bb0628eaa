import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import type { LinkTest, ManyShortlinks, Shortlink, ShortlinkPage } from './shortlinks.responses.ts'
import { visible } from './shapes.ts'

const tag = 'shortlinks'
const params = z.object({ id: idSchema('link') })

/** What a link is: of a member's own, the tracking link of an enrolment, a further deep link of it, or of one share. */
export const shortlinkKinds = ['own', 'tracking', 'deep', 'share'] as const
export type ShortlinkKind = (typeof shortlinkKinds)[number]

/** Names of UTM parameters, without their `utm_`. */
export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const

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

/** Judged where it is used, with the reason for people (server/modules/links/destination.ts). */
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

export const createShortlink = endpoint<Shortlink>()({
  id: 'createShortlink',
  method: 'POST',
  path: '/api/v1/shortlinks',
  access: 'bearer',
  summary:
    'Makes a short link, with a code of one’s own or a drawn one; with `campaignId` a deep link of that enrolment.',
  tag,
  body: z.strictObject({
    destinationUrl: address,
    /** 3–40 of `a-z 0-9 -`, no reserved word; judged as it stands. */
    code: z.optional(z.string()),
    /** A campaign one is in: the destination is within its allowed hosts, and clicks are the enrolment’s. */
    campaignId: z.optional(idSchema('campaign')),
    ...fields,
  }),
  errors: ['code_taken', 'too_many_links', 'not_enrolled', 'user_disabled', 'user_deleted'],
  idempotent: true,
  ratePerMinute: 30,
})

/** The columns are those of the export: `destinationUrl`, `code`, `title`, `utm_source`, …, `campaignId`. */
export const createManyShortlinks = endpoint<ManyShortlinks>()({
  id: 'createManyShortlinks',
  method: 'POST',
  path: '/api/v1/shortlinks/bulk/csv',
  access: 'bearer',
  summary:
    'Makes a link of each row of a CSV file (500 at most), or none: 200 says of each row what is wrong, 201 what was made.',
  tag,
  bodyTypes: ['text/csv'],
  bodyLimit: 512 * 1024,
  errors: ['csv_unreadable', 'too_many_links', 'user_disabled', 'user_deleted'],
  idempotent: true,
  ratePerMinute: 10,
})

/** With `Accept: text/csv` all of them as a file. */
export const listShortlinks = endpoint<ShortlinkPage>()({
  id: 'listShortlinks',
  method: 'GET',
  path: '/api/v1/shortlinks',
  access: 'bearer',
  summary: 'My short links, newest first, each with its visits; those of shares only where asked for.',
  tag,
  alternatives: ['text/csv'],
  query: z.object({
    kind: z.optional(z.enum(shortlinkKinds)),
    /** A part of the title, code or destination. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    ...pageQuery,
  }),
})

export const getShortlink = endpoint<Shortlink>()({
  id: 'getShortlink',
  method: 'GET',
  path: '/api/v1/shortlinks/{id}',
  access: 'bearer',
  summary: 'One of my short links.',
  tag,
  params,
})

const logo = z._default(z.enum(['true', 'false']), 'true')

export const getShortlinkQrSvg = endpoint<null>()({
  id: 'getShortlinkQrSvg',
  method: 'GET',
  path: '/api/v1/shortlinks/{id}/qr.svg',
  access: 'bearer',
  summary: 'A short link as a code for cameras, with our mark in the middle unless told otherwise.',
  tag,
  params,
  query: z.object({ logo }),
  answerType: 'image/svg+xml',
})

export const getShortlinkQrPng = endpoint<null>()({
  id: 'getShortlinkQrPng',
  method: 'GET',
  path: '/api/v1/shortlinks/{id}/qr.png',
  access: 'bearer',
  summary: 'The same in pixels, `size` of them a side.',
  tag,
  params,
  query: z.object({
    logo,
    size: z._default(z.coerce.number().check(z.int(), z.minimum(128), z.maximum(2048)), 512),
  }),
  answerType: 'image/png',
  ratePerMinute: 60,
})

export const patchShortlink = endpoint<Shortlink>()({
  id: 'patchShortlink',
  method: 'PATCH',
  path: '/api/v1/shortlinks/{id}',
  access: 'bearer',
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
})

export const deleteShortlink = endpoint<null>()({
  id: 'deleteShortlink',
  method: 'DELETE',
  path: '/api/v1/shortlinks/{id}',
  access: 'bearer',
  summary: 'Removes a link of one’s own or a deep one; it answers 410, and its code is never given again.',
  tag,
  params,
  errors: ['link_of_campaign', 'user_disabled', 'user_deleted'],
})

export const testShortlink = endpoint<LinkTest>()({
  id: 'testShortlink',
  method: 'POST',
  path: '/api/v1/shortlinks/{id}/test',
  access: 'bearer',
  summary:
    'Is my link working? Each step from a visit to an earning, and why visits of the last week did not count. Changes nothing.',
  tag,
  params,
  ratePerMinute: 60,
})
