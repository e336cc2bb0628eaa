import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { memberParams, textUpTo, whole } from './operator-shapes.ts'

const tag = 'members'
const params = z.extend(memberParams, { enrolmentId: idSchema('enrolment') })

/** What removing a member from a campaign touches: links stop, what was earned stays. */
const removalReach = z.object({
  /** Links of the enrolment that work now. */
  links: whole,
  availableCrels: whole,
  pendingCrels: whole,
  /** Under review: an operator still decides them. */
  reviewCrels: whole,
})
export type RemovalReach = z.output<typeof removalReach>

export const operatorCampaignRemovalSchemas = {
  getRemovalReach: {
    summary: 'What removing a member from a campaign touches, before it is done.',
    tag,
    params,
    responses: { 200: removalReach },
  },
  removeFromCampaign: {
    summary:
      'Removes a member from a campaign for good, with a reason that they read; `conflict` for one who is not in it, with who was faster.',
    tag,
    params,
    body: z.strictObject({ reason: textUpTo(1_000) }),
    errors: ['conflict'],
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
