import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { assignee, inboxQuery, takeBody } from './operator-inbox.ts'
import { memberParams, textUpTo, whole } from './operator-shapes.ts'
import { pageOf, time, visible, visibleLines } from './shapes.ts'
import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_REFERENCE_MAX,
  SUPPORT_REFERENCES_MAX,
  SUPPORT_SUBJECT_MAX,
  SUPPORT_TOPICS,
} from './support.constants.ts'
import { supportReference } from './support.schemas.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('supportRequest') })
/** The last message that the operator read: a later one is a conflict. */
const seen = idSchema('supportMessage')

/** A request as it is named where it is not read. */
export const namedRequest = z.object({
  id: z.string(),
  /** What it is called in mails. */
  reference: z.string(),
  topic: z.enum(SUPPORT_TOPICS),
  /** What an operator who wrote first wrote about; null where the asker did. */
  subject: z.nullable(z.string()),
  /** Whether the asker, or who was written to, has written. */
  hasReplied: z.boolean(),
  state: z.enum(['open', 'answered', 'closed']),
  createdAt: time,
})
export type NamedRequest = z.output<typeof namedRequest>

export const operatedRequest = z.extend(namedRequest, {
  /** Since when the asker waits; null where an answer was the last word. */
  waitingSince: z.nullable(time),
  /** Who asks, or was written to: a visitor has an address alone, which is not verified. */
  asker: z.object({
    uid: z.nullable(z.string()),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  assignee,
  messages: whole,
  /** The id of the last message, and how it begins. */
  lastMessage: z.object({ id: z.string(), beginning: z.string() }),
})
export type OperatedRequest = z.output<typeof operatedRequest>
export const operatedRequestPage = pageOf(operatedRequest)
export type OperatedRequestPage = z.output<typeof operatedRequestPage>

export const operatedRequestDetail = z.extend(operatedRequest, {
  references: z.array(supportReference),
  closedBy: z.nullable(z.string()),
  /** The oldest first; `by` is the operator who answered. */
  conversation: z.array(
    z.object({
      id: z.string(),
      by: z.nullable(z.string()),
      text: z.string(),
      sentAt: time,
      pictures: whole,
    }),
  ),
})
export type OperatedRequestDetail = z.output<typeof operatedRequestDetail>

/** What an operator writes to a member who asked nothing. */
export const messageToMember = z.strictObject({
  uid: memberParams.shape.uid,
  subject: textUpTo(SUPPORT_SUBJECT_MAX).check(visible),
  text: textUpTo(SUPPORT_MESSAGE_MAX).check(visibleLines),
  /** Ids of what it is about: an order, a redemption, a link or a request of the member, or a campaign. */
  references: z._default(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(SUPPORT_REFERENCE_MAX), visible))
      .check(z.maxLength(SUPPORT_REFERENCES_MAX)),
    [],
  ),
})

export const operatorSupportSchemas = {
  listOperatedRequests: {
    summary:
      'Support requests, or reports of abuse, that wait for an answer, the longest wait first; or all.',
    tag,
    query: z.object({
      /** `abuse` has what was written under that topic, `support` all else. */
      inbox: z._default(z.enum(['support', 'abuse']), 'support'),
      ...inboxQuery,
    }),
    responses: { 200: operatedRequestPage },
  },
  writeToMember: {
    summary:
      'Writes to a member who asked nothing: a request whose first message is the operator’s. The member is notified and mailed, and can reply.',
    tag,
    body: messageToMember,
    errors: ['user_deleted'],
    responses: { 201: z.object({ id: z.string(), reference: z.string() }) },
  },
  getOperatedRequest: {
    summary: 'A support request with every message.',
    tag,
    params,
    responses: { 200: operatedRequestDetail },
  },
  getRequestPicture: {
    summary: 'A picture that came with a message: of a member, the log says who looked.',
    tag,
    params: z.extend(params, {
      messageId: idSchema('supportMessage'),
      /** Its place in the message, from 1. */
      place: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)),
    }),
    answerType: 'image/webp',
    responses: { 200: null },
    errors: ['unavailable'],
  },
  takeRequest: {
    summary: 'Takes a request to work on it, from whom the operator saw having it.',
    tag,
    params,
    body: takeBody,
    errors: ['conflict'],
    responses: { 200: operatedRequestDetail },
  },
  giveBackRequest: {
    summary: 'Gives a request back that one works on.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    errors: ['conflict'],
    responses: { 200: operatedRequestDetail },
  },
  answerRequest: {
    summary: 'Answers a request: the asker is mailed, once however often the same answer is sent.',
    tag,
    params,
    body: z.strictObject({
      text: textUpTo(SUPPORT_MESSAGE_MAX).check(visibleLines),
      seen,
      /** Whether it is closed with the answer. */
      close: z._default(z.boolean(), false),
    }),
    errors: ['conflict', 'support_request_closed'],
    responses: { 200: operatedRequestDetail },
  },
  closeRequest: {
    summary: 'Closes a request without a further word.',
    tag,
    params,
    body: z.strictObject({ seen }),
    errors: ['conflict'],
    responses: { 200: operatedRequestDetail },
  },
  reopenRequest: {
    summary: 'Has an answered or closed request wait for an answer again.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    errors: ['conflict'],
    responses: { 200: operatedRequestDetail },
  },
} satisfies Record<string, EndpointSchemas>
