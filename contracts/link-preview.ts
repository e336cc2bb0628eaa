import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { FullLink, LinkPreview } from './link-preview.responses.ts'

const tag = 'shortlinks'

/** A code that a short link could have, drawn or own. */
const code = z.string().check(z.regex(/^[a-z0-9-]{3,40}$/))

export const getFullLink = endpoint<FullLink>()({
  id: 'getFullLink',
  method: 'GET',
  path: '/api/v1/link/full',
  access: 'public',
  summary: 'Where a code leads, and its state, without following it: no visit is counted.',
  tag,
  query: z.object({ code }),
  ratePerMinute: 120,
})

export const getLinkPreview = endpoint<LinkPreview>()({
  id: 'getLinkPreview',
  method: 'GET',
  path: '/api/v1/shortlinks/public/{code}',
  access: 'public',
  summary: 'What one should know before following a code: title, host, brand, and who is paid for it.',
  tag,
  params: z.object({ code }),
  ratePerMinute: 120,
})
