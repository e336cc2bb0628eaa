import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { sitePage, textUpTo, whole } from './operator-shapes.ts'
import { time, visible } from './shapes.ts'

const tag = 'operator'
const reason = textUpTo(500)

/** One or two sentences, on one line. */
const bannerText = textUpTo(200).check(visible)

/** A text in each language; where there is none, the English one is shown. */
export const bannerTexts = z.strictObject({
  en: bannerText,
  es: z.optional(bannerText),
  de: z.optional(bannerText),
})
export type BannerTexts = z.output<typeof bannerTexts>

const moment = z.iso.datetime({ offset: true })

/** A banner as it is set. */
export const bannerFile = z.strictObject({
  texts: bannerTexts,
  /** A page of ours that it leads to. */
  path: z._default(z.nullable(sitePage), null),
  /** Now unless given. */
  startsAt: z._default(z.nullable(moment), null),
  endsAt: z._default(z.nullable(moment), null),
})
export type BannerFile = z.output<typeof bannerFile>

export const bannerVersion = z.object({
  id: whole,
  isOn: z.boolean(),
  texts: bannerTexts,
  path: z.nullable(z.string()),
  startsAt: time,
  endsAt: z.nullable(time),
  author: z.string(),
  reason: z.string(),
  setAt: time,
})
export type BannerVersion = z.output<typeof bannerVersion>

export const operatedBanner = z.object({
  /** `shown` to everybody now, `planned` for later, `over`, `off`, or `none` that was ever set. */
  state: z.enum(['shown', 'planned', 'over', 'off', 'none']),
  /** What a change says it has `seen`; 0 before the first. */
  revision: whole,
  /** Active members, who see it beside visitors. */
  members: whole,
  /** The last 50, the newest first: the first is in force. */
  versions: z.array(bannerVersion),
})
export type OperatedBanner = z.output<typeof operatedBanner>

export const operatorBannerSchemas = {
  getOperatedBanner: {
    summary: 'The banner above every page, in its versions.',
    tag,
    responses: { 200: operatedBanner },
  },
  setOperatedBanner: {
    summary: 'Shows a banner from and until a moment; `seen` is the revision that the change is of.',
    tag,
    body: z.extend(bannerFile, { reason, seen: whole }),
    errors: ['conflict'],
    responses: { 200: operatedBanner },
  },
  turnOperatedBanner: {
    summary: 'Takes the banner off every page, or shows it again as it was.',
    tag,
    body: z.strictObject({ isOn: z.boolean(), reason, seen: whole }),
    errors: ['conflict'],
    responses: { 200: operatedBanner },
  },
} satisfies Record<string, EndpointSchemas>
