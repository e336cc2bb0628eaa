import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A zip with a README: records as JSON, lists as JSON and CSV. Streamed; its length is not known before. */
export const exportUser = endpoint<Blob>()({
  id: 'exportUser',
  method: 'GET',
  path: '/api/v1/users/{uid}/export',
  access: 'bearer',
  summary: 'Everything held of oneself, as a zip; needs a sign-in within ten minutes.',
  tag: 'users',
  params: z.object({ uid: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answerType: 'application/zip',
  errors: ['forbidden', 'requires_recent_login'],
  ratePerMinute: 5,
})
