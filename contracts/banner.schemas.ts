import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { languages } from './languages.ts'
import { time } from './shapes.ts'
import type { SiteBanner } from './site-banner.ts'

const siteBanner = z.object({
  id: z.int(),
  text: z.string(),
  path: z.nullable(z.string()),
  startsAt: time,
  endsAt: z.nullable(time),
}) satisfies z.ZodMiniType<SiteBanner>

export const bannerSchemas = {
  getSiteBanner: {
    summary: 'The banner above every page, now or later, in a language; null where there is none.',
    tag: 'site',
    query: z.object({ language: z.optional(z.enum(languages)) }),
    responses: { 200: z.object({ banner: z.nullable(siteBanner) }) },
  },
} satisfies Record<string, EndpointSchemas>
