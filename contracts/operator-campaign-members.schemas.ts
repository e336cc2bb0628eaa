import * as z from 'zod/mini'
import { ENROLMENT_STATES } from '../rules/enrolment-state.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'

const state = z.enum(ENROLMENT_STATES)

/** A member of a campaign, or who asked to be one. */
export const campaignMember = z.object({
  /** Of the enrolment. */
  id: z.string(),
  /** Null once they have left. Without their address, which takes `member.export` of many at once. */
  member: z.nullable(z.object({ uid: z.string(), name: z.nullable(z.string()) })),
  state,
  appliedAt: time,
  /** When they were last let in; null of who never was. */
  joinedAt: z.nullable(time),
  /** What they earned in it, without what is under review or was taken back. */
  earnedCrels: whole,
  /** Their links to it that they did not remove. */
  links: whole,
})
export type CampaignMember = z.output<typeof campaignMember>
export const campaignMemberPage = pageOf(campaignMember)
export type CampaignMemberPage = z.output<typeof campaignMemberPage>

export const operatorCampaignMemberSchemas = {
  listCampaignMembers: {
    summary: 'Who is in a campaign, or stands to it in another state, those who asked last first.',
    tag: 'operator',
    params: z.object({ id: idSchema('campaign') }),
    query: z.object({ state: z._default(state, 'active'), ...pageQuery }),
    responses: { 200: campaignMemberPage },
  },
} satisfies Record<string, EndpointSchemas>
