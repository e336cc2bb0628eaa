import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { isUndo, memberParams, memberReason, textUpTo, whole } from './operator-shapes.ts'

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

/** What letting a removed member back in touches. */
const returnReach = z.object({
  /** Links that the removal stopped and that work again; not those that were blocked or switched off since. */
  links: whole,
  /** Why it cannot be done now, in words; null where it can. */
  refusal: z.nullable(z.string()),
})
export type ReturnReach = z.output<typeof returnReach>

export const operatorCampaignRemovalSchemas = {
  getRemovalReach: {
    summary: 'What removing a member from a campaign touches, before it is done.',
    tag,
    params,
    responses: { 200: removalReach },
  },
  removeFromCampaign: {
    summary:
      'Removes a member from a campaign, which they cannot join again, with a reason that they read; `conflict` for one who is not in it, with who was faster.',
    tag,
    params,
    body: z.strictObject({ reason: textUpTo(1_000) }),
    errors: ['conflict'],
    responses: { 204: null },
  },
  getReturnReach: {
    summary: 'What letting a removed member back into a campaign touches, before it is done.',
    tag,
    params,
    responses: { 200: returnReach },
  },
  letBackIn: {
    summary:
      'Takes back that a member was removed from a campaign: they are in it as they were, and the links that stopped work again; `conflict` for one who was not removed, with who was faster, and where the member left or is disabled or the campaign is over or full.',
    tag,
    params,
    body: z.strictObject({ reason: memberReason, isUndo }),
    errors: ['conflict'],
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
