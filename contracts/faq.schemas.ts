import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'

export const faqSchemas = {
  getFaq: {
    summary: 'The questions and answers by topic, as the page shows them: HTML without scripts that run.',
    tag: 'site',
    responses: { 200: z.object({ html: z.string() }) },
  },
} satisfies Record<string, EndpointSchemas>
