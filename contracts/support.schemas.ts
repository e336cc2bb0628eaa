import * as z from 'zod/mini'
import { captchaToken } from './captcha.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { emailAddress, pageOf, time, visible, visibleLines } from './shapes.ts'
import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  SUPPORT_PICTURES_MAX,
  SUPPORT_REFERENCE_MAX,
  SUPPORT_REFERENCES_MAX,
  SUPPORT_TOPICS,
} from './support.constants.ts'
import { photoBytesMax, photoTypes } from './users.schemas.ts'

const tag = 'support'

/** A message as it is typed: several lines, without control characters. */
const message = z
  .string()
  .check(z.trim(), z.minLength(SUPPORT_MESSAGE_MIN), z.maxLength(SUPPORT_MESSAGE_MAX), visibleLines)

const pictureId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const pictures = z._default(z.array(pictureId).check(z.maxLength(SUPPORT_PICTURES_MAX)), [])

/** What a request is about: of the product's things, or as it was sent. */
export const supportReference = z.object({
  /** `text` is not checked: it may name anything. */
  kind: z.enum(['request', 'campaign', 'redemption', 'order', 'link', 'support', 'text']),
  id: z.string(),
})
export type SupportReference = z.output<typeof supportReference>

const supportMessage = z.object({
  id: z.string(),
  from: z.enum(['member', 'support']),
  text: z.string(),
  sentAt: time,
  /** How many pictures came with it. */
  pictures: z.int(),
})
export type SupportMessage = z.output<typeof supportMessage>

export const supportRequest = z.object({
  id: z.string(),
  /** What it is called in mails. */
  reference: z.string(),
  topic: z.enum(SUPPORT_TOPICS),
  /** What support wrote about, where the first message is theirs; null where it is mine. */
  subject: z.nullable(z.string()),
  /** `open` waits for an answer; a reply opens an answered one again. */
  state: z.enum(['open', 'answered', 'closed']),
  references: z.array(supportReference),
  createdAt: time,
  /** The oldest first. */
  messages: z.array(supportMessage),
})
export type SupportRequest = z.output<typeof supportRequest>
export const supportRequestPage = pageOf(supportRequest)
export type SupportRequestPage = z.output<typeof supportRequestPage>

export const supportSchemas = {
  createSupportRequest: {
    summary:
      'Writes to the operator, as a visitor or, with a bearer, as a member. The answer comes by mail, and to members also in the list of their requests.',
    tag,
    body: z.object({
      topic: z.enum(SUPPORT_TOPICS),
      message,
      /** Where the answer goes; needed of visitors. A member is answered at their own address. */
      email: z.optional(emailAddress),
      /** Ids of what it is about: a campaign, a redemption, an order, a failed request. */
      references: z._default(
        z
          .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(SUPPORT_REFERENCE_MAX), visible))
          .check(z.maxLength(SUPPORT_REFERENCES_MAX)),
        [],
      ),
      /** Ids of uploaded pictures. */
      pictures,
      captchaToken: z.optional(captchaToken),
    }),
    ratePerMinute: 20,
    bearerOptional: true,
    unverifiedAllowed: true,
    errors: ['captcha_required', 'support_picture_gone', 'idempotency_mismatch'],
    responses: {
      201: z.object({
        id: z.string(),
        reference: z.string(),
        /** Whether a confirmation is mailed; an unverified address has a few a day. */
        isConfirmed: z.boolean(),
      }),
    },
  },
  uploadSupportPicture: {
    summary: 'Takes a picture that goes with a message: the image itself is the body.',
    tag,
    bodyTypes: photoTypes,
    bodyLimit: photoBytesMax,
    ratePerMinute: 20,
    errors: ['image_unreadable', 'image_too_large'],
    responses: { 201: z.object({ id: pictureId }) },
  },
  listSupportRequests: {
    summary:
      'My requests to the operator, and what the operator wrote to me first, with their messages, newest first.',
    tag,
    query: z.object(pageQuery),
    unverifiedAllowed: true,
    responses: { 200: supportRequestPage },
  },
  replyToSupportRequest: {
    summary: 'Adds a message to a request of mine; the operator answers again.',
    tag,
    params: z.object({ id: idSchema('supportRequest') }),
    body: z.object({ message, pictures }),
    unverifiedAllowed: true,
    errors: ['support_request_closed', 'support_picture_gone'],
    responses: { 201: supportRequest },
  },
} satisfies Record<string, EndpointSchemas>
