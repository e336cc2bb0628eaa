import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { linkStates, shownHost } from './shortlinks.schemas.ts'

const tag = 'shortlinks'

/** A code that a short link could have, drawn or own. */
const code = z.string().check(z.regex(/^[a-z0-9-]{3,40}$/))

const state = z.enum(linkStates)

export const fullLink = z.object({
  code: z.string(),
  url: z.string(),
  /** With its UTM parameters; past its end the fallback; null where it leads nowhere. */
  destinationUrl: z.nullable(z.string()),
  state,
})
export type FullLink = z.output<typeof fullLink>

export const linkPreview = z.object({
  code: z.string(),
  url: z.string(),
  title: z.nullable(z.string()),
  /** Null where it leads nowhere. */
  host: z.nullable(shownHost),
  /** Whose campaign it is of; null for a link of a member's own. */
  brand: z.nullable(z.object({ name: z.string() })),
  /** Of its campaign, for previews; null for a link of a member's own. */
  imageURL: z.nullable(z.string()),
  /** Who is paid for visits, in a sentence for people. */
  disclosure: z.string(),
  state,
})
export type LinkPreview = z.output<typeof linkPreview>

export const linkPreviewSchemas = {
  getFullLink: {
    summary: 'Where a code leads, and its state, without following it: no visit is counted.',
    tag,
    query: z.object({ code }),
    ratePerMinute: 120,
    responses: { 200: fullLink },
  },
  getLinkPreview: {
    summary: 'What one should know before following a code: title, host, brand, and who is paid for it.',
    tag,
    params: z.object({ code }),
    ratePerMinute: 120,
    responses: { 200: linkPreview },
  },
} satisfies Record<string, EndpointSchemas>
