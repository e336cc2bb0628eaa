import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'

export const memberExportSchemas = {
  exportUser: {
    summary: 'Everything held of oneself, as a zip; needs a sign-in within ten minutes.',
    tag: 'users',
    params: z.object({ uid: z.string().check(z.minLength(1), z.maxLength(200)) }),
    answerType: 'application/zip',
    errors: ['forbidden', 'requires_recent_login'],
    ratePerMinute: 5,
    responses: { 200: null },
  },
} satisfies Record<string, EndpointSchemas>
