import * as z from 'zod/mini'

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

export const mailChoiceResponses = {
  getMailChoices: { 200: mailChoices },
  patchMailChoices: { 200: mailChoices },
}
