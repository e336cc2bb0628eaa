import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { alikeMember } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { rowIds, rowResults } from './row-results.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'operator'
const id = idSchema('enrolment')
const part = z.int().check(z.nonnegative())

export const operatedApplication = z.object({
  id: z.string(),
  appliedAt: time,
  /** What the member wrote with it. */
  message: z.nullable(z.string()),
  campaign: z.object({ id: z.string(), title: z.string(), brand: z.string() }),
  member: z.object({
    uid: z.string(),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    country: z.nullable(z.string()),
    isDisabled: z.boolean(),
    /** Whole days between sign-up and the application. */
    accountAgeDays: part,
    channels: z.array(z.object({ platform: z.string(), address: z.string() })),
  }),
  /** What became of the member's other enrolments, and of their sales and leads. */
  history: z.object({ joined: part, declined: part, removed: part, accepted: part, underReview: part }),
  /** What they owe, and who shares a device or a payout destination with them: ten at most. */
  risk: z.object({ debtCrels: part, alike: z.array(alikeMember) }),
})
export type OperatedApplication = z.output<typeof operatedApplication>
export const operatedApplicationPage = pageOf(operatedApplication)
export type OperatedApplicationPage = z.output<typeof operatedApplicationPage>

export const operatorApplicationSchemas = {
  listOperatedApplications: {
    summary:
      'Applications to all campaigns that wait, the longest wait first, each with who applies and what became of them before.',
    tag,
    query: z.object({
      campaignId: z.optional(idSchema('campaign')),
      /** Of this member alone. */
      uid: z.optional(z.string().check(z.maxLength(200))),
      ...pageQuery,
    }),
    responses: { 200: operatedApplicationPage },
  },
  getOperatedApplication: {
    summary: 'An application that waits.',
    tag,
    params: z.object({ id }),
    responses: { 200: operatedApplication },
  },
  approveApplications: {
    summary: 'Approves applications, each by itself: the answer says of each whether it is, and why not.',
    tag,
    body: z.strictObject({ ids: rowIds(id) }),
    responses: { 200: rowResults },
  },
  declineApplications: {
    summary: 'Declines applications, each by itself, with a reason that the members read.',
    tag,
    body: z.strictObject({
      ids: rowIds(id),
      reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000))),
    }),
    responses: { 200: rowResults },
  },
} satisfies Record<string, EndpointSchemas>
