import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { time } from './shapes.ts'

const tag = 'notifications'

/** A browser that shows the member's notifications. */
export const pushSubscription = z.object({
  id: idSchema('pushSubscription'),
  /** By which the browser finds itself in the list. */
  endpoint: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: time,
})

export const pushSchemas = {
  listPushSubscriptions: {
    summary: 'The browsers that show the member’s notifications, and the key with which one subscribes.',
    tag,
    responses: {
      200: z.object({
        /** `applicationServerKey`: 65 bytes in base64url. */
        key: z.string(),
        items: z.array(pushSubscription),
      }),
    },
  },
  createPushSubscription: {
    summary:
      'Has this browser notified, as its `PushSubscription.toJSON()` says where; until its session ends. Ten browsers at most: the oldest goes.',
    tag,
    ratePerMinute: 20,
    body: z.object({
      endpoint: z.string().check(z.minLength(1), z.maxLength(1024)),
      keys: z.object({
        p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/)),
        auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
      }),
    }),
    responses: { 201: pushSubscription },
  },
  deletePushSubscription: {
    summary: 'Has a browser notified no more.',
    tag,
    params: z.object({ id: idSchema('pushSubscription') }),
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
