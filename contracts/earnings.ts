import * as z from 'zod/mini'
import type { EarningPage } from './earnings.responses.ts'
import { endpoint } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'

export const listEarnings = endpoint<EarningPage>()({
  id: 'listEarnings',
  method: 'GET',
  path: '/api/v1/earnings',
  access: 'bearer',
  summary:
    'My earnings, each with its state, why, and when it unlocks; `state=pending` lists the next to unlock first.',
  tag: 'earnings',
  query: z.object({
    state: z.optional(z.enum(['pending', 'held', 'available', 'reversed'])),
    campaign: z.optional(idSchema('campaign')),
    ...pageQuery,
  }),
})
