import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { MailChoices } from './mail-choices.responses.ts'

const tag = 'users'
const path = '/api/v1/users/{uid}/mail-choices'
const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(200)) })

/** `/notifications` is the inbox in the app; this is which mails leave it. */
export const getMailChoices = endpoint<MailChoices>()({
  id: 'getMailChoices',
  method: 'GET',
  path,
  access: 'bearer',
  summary: 'Which mails one gets beside those about the account itself, which always come.',
  tag,
  params,
  errors: ['forbidden'],
})

export const patchMailChoices = endpoint<MailChoices>()({
  id: 'patchMailChoices',
  method: 'PATCH',
  path,
  access: 'bearer',
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
})
