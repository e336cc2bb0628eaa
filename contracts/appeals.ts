import * as z from 'zod/mini'
import type { EarningPage } from './earnings.responses.ts'
import { pageQuery } from './paging.ts'
import type { Appeal } from './appeals.responses.ts'
import { endpoint } from './endpoint.ts'
import { idSchema } from './ids.ts'

/** As the appeal's table has it. */
export const appealLengthMax = 2000

export const listCheckedEarnings = endpoint<EarningPage>()({
  id: 'listCheckedEarnings',
  method: 'GET',
  path: '/api/v1/earnings/checked',
  access: 'bearer',
  summary: 'My earnings that are held, and those I said something about when they were.',
  tag: 'earnings',
  query: z.object(pageQuery),
})

export const appealEarning = endpoint<Appeal>()({
  id: 'appealEarning',
  method: 'PUT',
  path: '/api/v1/earnings/{id}/appeal',
  access: 'bearer',
  summary: 'Explains a held earning of mine to whoever decides about it; again replaces what was said.',
  tag: 'earnings',
  params: z.object({ id: idSchema('earning') }),
  body: z.strictObject({ message: z.string().check(z.trim(), z.minLength(1), z.maxLength(appealLengthMax)) }),
})
