import * as z from 'zod/mini'
import { slug } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { whole } from './operator-shapes.ts'

const tag = 'operator'
/** Crels for one US dollar, above 0. */
const rate = z.string().check(z.regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,6})?$/))

export const exchangePreview = z.object({
  isPaused: z.boolean(),
  usdToCrels: z.string(),
  /** What members have, pending crels too. */
  crels: whole,
  /** What it is worth in US cents at the present rate; null where that is more than can be counted. */
  usdCents: z.nullable(whole),
  /** What it would be worth at the rate that was asked about; null without one. */
  nextUsdCents: z.nullable(whole),
  /** Quotes that hold now: a pause or another rate voids them. */
  quotes: whole,
})
export type ExchangePreview = z.output<typeof exchangePreview>

export const operatorPreviewSchemas = {
  previewBrand: {
    summary: 'What suspending a brand stops, or resuming it gives back; nothing is changed.',
    tag,
    params: z.object({ slug }),
    responses: {
      200: z.object({
        /** Keys that are not revoked. */
        keys: whole,
        campaigns: whole,
        members: whole,
        campaignExamples: z.array(z.object({ id: z.string(), title: z.string() })),
      }),
    },
  },
  previewExchange: {
    summary: 'What a pause of the exchange or another rate touches; nothing is changed.',
    tag,
    query: z.object({ usdToCrels: z.optional(rate) }),
    responses: { 200: exchangePreview },
  },
} satisfies Record<string, EndpointSchemas>
