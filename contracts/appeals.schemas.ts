import * as z from 'zod/mini'
import { appealLengthMax } from './appeals.constants.ts'
import { appeal, earningPage } from './earnings.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'

export const appealSchemas = {
  listCheckedEarnings: {
    summary: 'My earnings under review, and those I explained while they were.',
    tag: 'earnings',
    query: z.object(pageQuery),
    responses: { 200: earningPage },
  },
  appealEarning: {
    summary: 'Explains one of my earnings under review to the reviewer; a second text replaces the first.',
    tag: 'earnings',
    params: z.object({ id: idSchema('earning') }),
    body: z.strictObject({
      message: z.string().check(z.trim(), z.minLength(1), z.maxLength(appealLengthMax)),
    }),
    responses: { 200: appeal },
  },
} satisfies Record<string, EndpointSchemas>
