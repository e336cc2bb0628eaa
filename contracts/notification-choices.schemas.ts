import * as z from 'zod/mini'
import { mailChoices, type NotificationGroup } from '#rules/notification-choices.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { time } from './shapes.ts'

const tag = 'notifications'
const params = z.object({ uid: z.string().check(z.minLength(1), z.maxLength(200)) })

const inApp = z.boolean()
const mail = z.enum(mailChoices)
const push = z.boolean()

/** By which channels one hears of a group: in the inbox; by mail at once, once a day or not; on one's devices. */
const choice = z.object({
  inApp,
  mail,
  push,
  /** Inbox and mail cannot be switched off. */
  isMandatory: z.boolean(),
})

/** Hours of the day in one's time zone; equal ones are none. */
const hour = z.int().check(z.minimum(0), z.maximum(23))
const quietHours = z.strictObject({ from: hour, until: hour })

export const notificationChoices = z.object({
  groups: z.object({
    /** What concerns the account: payouts, removals, answers of support. */
    account: choice,
    /** A claim, an appeal, an application or a review was decided. */
    answers: choice,
    earnings: choice,
    points: choice,
    /** A campaign one is in changed its terms. */
    campaign_changes: choice,
    campaign_news: choice,
    friends: choice,
    check_in: choice,
    exchange: choice,
    shop: choice,
    leaderboard: choice,
    /** What the operator announces, of the platform or a campaign one is in. */
    news: choice,
  } satisfies Record<NotificationGroup, typeof choice>),
  /**
   * Why and since when mails to one's address do not arrive: no more are sent. Proving the address, or another one, ends
   * that.
   */
  mailTrouble: z.nullable(z.object({ reason: z.enum(['bounce', 'complaint']), since: time })),
  /** When no device rings. */
  quietHours: z.object({ from: hour, until: hour }),
})
export type NotificationChoices = z.output<typeof notificationChoices>

const change = z.optional(
  z.strictObject({ inApp: z.optional(inApp), mail: z.optional(mail), push: z.optional(push) }),
)

const changes = z.strictObject({
  groups: z.optional(
    z.strictObject({
      account: z.optional(z.strictObject({ push: z.optional(push) })),
      answers: change,
      earnings: change,
      points: change,
      campaign_changes: change,
      campaign_news: change,
      friends: change,
      check_in: change,
      exchange: change,
      shop: change,
      leaderboard: change,
      news: change,
    }),
  ),
  quietHours: z.optional(quietHours),
})
export type NotificationChoiceChanges = z.output<typeof changes>

export const notificationChoiceSchemas = {
  getNotificationChoices: {
    summary: 'By which channels I hear of what, and when no device rings.',
    tag,
    params,
    errors: ['forbidden'],
    responses: { 200: notificationChoices },
  },
  patchNotificationChoices: {
    summary: 'Changes choices; what is not named stays as it is.',
    tag,
    params,
    body: changes,
    errors: ['forbidden'],
    responses: { 200: notificationChoices },
  },
} satisfies Record<string, EndpointSchemas>
