import * as z from 'zod/mini'
import { linkStates, shownHost } from './shortlinks.responses.ts'

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
  /** Who is paid for visits, in a sentence for people. */
  disclosure: z.string(),
  state,
})
export type LinkPreview = z.output<typeof linkPreview>

export const linkPreviewResponses = {
  getFullLink: { 200: fullLink },
  getLinkPreview: { 200: linkPreview },
}
