import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { brandAsked } from './operator-brand-questions.schemas.ts'
import { REVIEW_KINDS } from './operator-reviews.constants.ts'
import {
  clickReview,
  conversionReview,
  invitationReview,
  reasonCode,
  reviewGroup,
  reviewPage,
  shareReview,
} from './operator-review-shapes.ts'
import { memberParams, textUpTo } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { rowIds, rowResults } from './row-results.ts'
import { time } from './shapes.ts'

const tag = 'operator'
const kind = z.enum(REVIEW_KINDS)

const decision = { accept: z.boolean(), answer: z.optional(textUpTo(500)) }
const friendIds = rowIds(z.string().check(z.minLength(1), z.maxLength(200)))

export const operatorReviewSchemas = {
  listReviews: {
    summary: 'What waits for a decision of one kind, by value or by wait.',
    tag,
    query: z.object({
      kind,
      /** By value the most comes first, by wait the longest; only conversions and clicks have a value to sort by. */
      sort: z._default(z.enum(['value', 'wait']), 'wait'),
      reason: z.optional(reasonCode),
      uid: z.optional(z.string().check(z.maxLength(200))),
      /** Of invitations: who invited. Nothing else has an inviter. */
      inviterUid: z.optional(z.string().check(z.maxLength(200))),
      /** Of conversions: how they stand with their brands. Nothing else is asked about. */
      asked: z.optional(brandAsked),
      /** Of conversions: whether the member explains one. Nothing else can be appealed. */
      appealed: z.optional(z.enum(['yes', 'no'])),
      ...pageQuery,
    }),
    responses: { 200: reviewPage },
  },
  listReviewGroups: {
    summary:
      'The same by reason and member, of invitations by reason and inviter, where it is more than one: what is worth most first, then what is most; 100 groups at most.',
    tag,
    query: z.object({ kind }),
    responses: {
      200: z.object({
        items: z.array(reviewGroup),
        nextCursor: z.null(),
        /** When they were counted; null of what was counted just now. Of a long queue that is once a minute. */
        countedAt: z.nullable(time),
      }),
    },
  },
  getConversionReview: {
    summary: 'A conversion from its click to its report, with what speaks against it.',
    tag,
    params: z.object({ id: idSchema('conversion') }),
    responses: { 200: conversionReview },
  },
  getClickReview: {
    summary: 'Clicks under review: when and from where they came, and what speaks against them.',
    tag,
    params: z.object({ id: idSchema('clickReview') }),
    responses: { 200: clickReview },
  },
  getShareReview: {
    summary: 'A share under review: its link, who came by it, and what speaks against them.',
    tag,
    params: z.object({ id: idSchema('link') }),
    responses: { 200: shareReview },
  },
  getInvitationReview: {
    summary: 'An invitation by its friend: its steps, and what connects the two members.',
    tag,
    params: memberParams,
    responses: { 200: invitationReview },
  },
  decideConversions: {
    summary: 'Accepts or rejects conversions under review, each by itself.',
    tag,
    body: z.strictObject({
      ids: rowIds(idSchema('conversion')),
      ...decision,
      /** Why they are rejected; `not_genuine` unless given. */
      reason: z.optional(reasonCode),
    }),
    responses: { 200: rowResults },
  },
  decideClicks: {
    summary: 'Accepts or rejects reviews of paid clicks, each by itself.',
    tag,
    body: z.strictObject({ ids: rowIds(idSchema('clickReview')), ...decision }),
    responses: { 200: rowResults },
  },
  decideShares: {
    summary: 'Accepts or rejects shares under review, each by itself.',
    tag,
    body: z.strictObject({ ids: rowIds(idSchema('link')), ...decision }),
    responses: { 200: rowResults },
  },
  releaseInvitations: {
    summary: 'Lets invitations under review go on; both are paid within a minute.',
    tag,
    body: z.strictObject({ ids: friendIds }),
    responses: { 200: rowResults },
  },
  refuseInvitations: {
    summary: 'Ends invitations under review for good.',
    tag,
    body: z.strictObject({ ids: friendIds, reason: reasonCode }),
    responses: { 200: rowResults },
  },
} satisfies Record<string, EndpointSchemas>
