import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { sitePage, textUpTo, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time, visible, visibleLines } from './shapes.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('announcement') })
const campaignId = z.optional(idSchema('campaign'))

const operatedAnnouncement = z.object({
  id: z.string(),
  title: z.string(),
  /** Paragraphs of plain text. */
  body: z.string(),
  /** The page of ours it opens. */
  path: z.string(),
  /** Null: for every member. */
  campaign: z.nullable(z.object({ id: z.string(), title: z.string() })),
  author: z.string(),
  createdAt: time,
  state: z.enum(['sending', 'sent', 'withdrawn']),
  /** Members who were notified. */
  notified: whole,
  /** Of one that was withdrawn: who did, and when. */
  withdrawn: z.nullable(z.object({ by: z.string(), at: time })),
})
export type OperatedAnnouncement = z.output<typeof operatedAnnouncement>

export const operatorAnnouncementSchemas = {
  listOperatedAnnouncements: {
    summary: 'Announcements to members, the newest first, each with how many were notified.',
    tag,
    query: z.object({ state: z.optional(operatedAnnouncement.shape.state), ...pageQuery }),
    responses: { 200: pageOf(operatedAnnouncement) },
  },
  getAnnouncementAudience: {
    summary:
      'How many members an announcement would reach: every active one, or those in a campaign, without who turned announcements off.',
    tag,
    query: z.object({ campaignId }),
    responses: { 200: z.object({ members: whole }) },
  },
  sendAnnouncement: {
    summary:
      'Sends an announcement to every active member, or to those in a campaign, by the channels each chose; the same to the same members within a day is `conflict`.',
    tag,
    body: z.strictObject({
      title: textUpTo(120).check(visible),
      body: textUpTo(2_000).check(visibleLines),
      /** Without it the campaign’s page, or Home. */
      path: z.optional(sitePage),
      campaignId,
    }),
    errors: ['conflict'],
    responses: { 201: z.object({ id: z.string(), members: whole }) },
  },
  getWithdrawalReach: {
    summary: 'What withdrawing an announcement touches, before it is done.',
    tag,
    params,
    responses: {
      200: z.object({
        /** Inboxes it leaves. */
        inboxes: whole,
        /** Mails and pushes that have left, which stay where they are. */
        left: whole,
      }),
    },
  },
  withdrawAnnouncement: {
    summary:
      'Takes an announcement out of every inbox; what has not left does not. `conflict` for one that another operator withdrew.',
    tag,
    params,
    errors: ['conflict'],
    responses: { 200: z.object({ removed: whole, left: whole }) },
  },
} satisfies Record<string, EndpointSchemas>
