import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { VIEWED_SCREENS } from './operator-member-view.constants.ts'
import { memberParams, memberReason } from './operator-shapes.ts'
import { time } from './shapes.ts'

export const operatorMemberViewSchemas = {
  viewAsMember: {
    summary:
      'A screen as its member sees it, as a page without scripts, links or tokens: there is nothing in it to act with. The log says who looked, and the member is notified.',
    tag: 'members',
    params: memberParams,
    body: z.strictObject({ screen: z.enum(VIEWED_SCREENS), reason: memberReason }),
    ratePerMinute: 30,
    errors: ['unavailable'],
    responses: { 200: z.object({ screen: z.enum(VIEWED_SCREENS), html: z.string(), at: time }) },
  },
} satisfies Record<string, EndpointSchemas>
