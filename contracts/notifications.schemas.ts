import * as z from 'zod/mini'
import { notificationGroups } from '#rules/notification-choices.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { notificationKinds } from './notifications.constants.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'notifications'

export const notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  /** Which choice it obeys. */
  group: z.enum(notificationGroups),
  title: z.string(),
  /** Plain text; paragraphs are lines. */
  body: z.string(),
  /** The page it opens. */
  path: z.string(),
  createdAt: time,
  readAt: z.nullable(time),
})
export type Notification = z.output<typeof notification>

const unread = z.int().check(z.nonnegative())

export const notificationPage = z.extend(pageOf(notification), {
  /** Of all, not of this page. */
  unread,
})
export type NotificationPage = z.output<typeof notificationPage>

export const notificationSchemas = {
  listNotifications: {
    summary: 'My notifications, newest first, and how many are unread.',
    tag,
    query: z.object(pageQuery),
    responses: { 200: notificationPage },
  },
  readNotifications: {
    summary: 'Marks notifications as read: some, or all up to one. Those of others are left alone.',
    tag,
    body: z.union([
      z.strictObject({ ids: z.array(idSchema('notification')).check(z.minLength(1), z.maxLength(100)) }),
      z.strictObject({ upTo: idSchema('notification') }),
    ]),
    responses: { 200: z.object({ unread }) },
  },
} satisfies Record<string, EndpointSchemas>
