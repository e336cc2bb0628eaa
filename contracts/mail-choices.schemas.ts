import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'

const tag = 'users'
const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(200)) })

/** Which mails one gets, by kind. */
export const mailChoices = z.object({
  /** Points are about to expire. */
  points_expiring: z.boolean(),
  /** Pending crels became available. */
  earning_unlocked: z.boolean(),
  /** A claim, an appeal or an application was answered. */
  answers: z.boolean(),
  /** A campaign one is in changed its terms. */
  campaign_changes: z.boolean(),
  /** New campaigns and what the operator has to say. */
  campaign_news: z.boolean(),
})
export type MailChoices = z.output<typeof mailChoices>

export const mailChoiceSchemas = {
  getMailChoices: {
    summary: 'Which mails one gets beside those about the account itself, which always come.',
    tag,
    params,
    errors: ['forbidden'],
    responses: { 200: mailChoices },
  },
  patchMailChoices: {
    summary: 'Switches kinds of mail on or off; those that are not named stay as they are.',
    tag,
    params,
    body: z.strictObject({
      points_expiring: z.optional(z.boolean()),
      earning_unlocked: z.optional(z.boolean()),
      answers: z.optional(z.boolean()),
      campaign_changes: z.optional(z.boolean()),
      campaign_news: z.optional(z.boolean()),
    }),
    errors: ['forbidden'],
    responses: { 200: mailChoices },
  },
} satisfies Record<string, EndpointSchemas>
