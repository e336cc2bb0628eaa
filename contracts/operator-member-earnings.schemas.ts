import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { reasonCode } from './operator-review-shapes.ts'
import { memberParams, namedCampaign, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { rowIds, rowResults } from './row-results.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'members'

const memberEarning = z.object({
  id: z.string(),
  type: z.enum(['click', 'lead', 'sale']),
  state: z.enum(['pending', 'under_review', 'available', 'reversed']),
  /** Why it is under review or was taken back, in snake_case. */
  reason: z.nullable(z.string()),
  campaign: namedCampaign,
  /** The lead or sale that earned it; null of clicks. */
  conversionId: z.nullable(z.string()),
  /** How many clicks were paid; null of a lead or sale. */
  clicks: z.nullable(whole),
  crels: whole,
  /** Of these what was taken back. */
  reversedCrels: whole,
  createdAt: time,
  unlocksAt: time,
})
export type MemberEarning = z.output<typeof memberEarning>

export const operatorMemberEarningSchemas = {
  listMemberEarnings: {
    summary: 'What a member earned in campaigns, the newest first.',
    tag,
    params: memberParams,
    query: z.object({
      type: z.optional(memberEarning.shape.type),
      state: z.optional(memberEarning.shape.state),
      ...pageQuery,
    }),
    responses: { 200: pageOf(memberEarning) },
  },
  reverseClickEarnings: {
    summary:
      'Takes back what clicks of a member were paid, each earning by itself: what was spent meanwhile becomes a debt. A lead or sale is taken back by its conversion.',
    tag,
    params: memberParams,
    body: z.strictObject({ ids: rowIds(idSchema('earning')), reason: reasonCode }),
    responses: { 200: rowResults },
  },
} satisfies Record<string, EndpointSchemas>
