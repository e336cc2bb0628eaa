import * as z from 'zod/mini'
import { ITEM_KINDS } from '#rules/shop-item.ts'
import { ORDER_STATES } from '#rules/order-state.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { assignee, inboxQuery, takeBody } from './operator-inbox.ts'
import { namedMember, textUpTo, whole } from './operator-shapes.ts'
import { namedRequest } from './operator-support.schemas.ts'
import { postalAddress } from './orders.schemas.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('order') })
const noBody = { body: z.object({}), bodyOptional: true } as const
const state = z.enum(ORDER_STATES)

/** Of one that `waitsForLook`: it was looked up whether it was sent since. */
const isLookedAt = z._default(z.boolean(), false)

export const inboxOrder = z.object({
  id: z.string(),
  state,
  /** Since when it waits to be sent; null where it does not. */
  waitingSince: z.nullable(time),
  placedAt: time,
  item: z.object({ id: z.string(), title: z.string(), kind: z.enum(ITEM_KINDS) }),
  quantity: whole,
  /** What all pieces cost together. */
  points: whole,
  /** Null once they have left. */
  member: z.nullable(namedMember),
  assignee,
  carrier: z.nullable(z.string()),
  /** It waited in a restored backup and may have been sent since: who sends or cancels it says that they looked. */
  waitsForLook: z.boolean(),
  /** Its member is disabled: who sends it says that it is to be sent all the same. */
  isDisabled: z.boolean(),
})
export type InboxOrder = z.output<typeof inboxOrder>
export const inboxOrderPage = pageOf(inboxOrder)
export type InboxOrderPage = z.output<typeof inboxOrderPage>

export const inboxOrderDetail = z.extend(inboxOrder, {
  trackingUrl: z.nullable(z.string()),
  /** Whether where it is sent is known: it is erased when the member leaves. */
  hasAddress: z.boolean(),
  /** Who brought it into each state, the first first; `reason` is what the member reads. */
  timeline: z.array(z.object({ state, at: time, by: z.string(), reason: z.nullable(z.string()) })),
  /** Support requests about it, what was written to its member first among them; the newest 20, the newest first. */
  requests: z.array(namedRequest),
})
export type InboxOrderDetail = z.output<typeof inboxOrderDetail>

export const operatorOrderSchemas = {
  listInboxOrders: {
    summary: 'Orders that wait to be sent, the longest wait first; or all that are sent by post.',
    tag,
    query: z.object({ ...inboxQuery }),
    responses: { 200: inboxOrderPage },
  },
  getInboxOrder: {
    summary: 'An order with its steps.',
    tag,
    params,
    responses: { 200: inboxOrderDetail },
  },
  getOrderAddress: {
    summary: 'Where an order is sent, in clear: the log says who looked.',
    tag,
    params,
    responses: { 200: z.object({ address: z.nullable(postalAddress) }) },
  },
  takeOrder: {
    summary: 'Takes an order to work on it, from whom the operator saw having it.',
    tag,
    params,
    body: takeBody,
    errors: ['conflict'],
    responses: { 200: inboxOrderDetail },
  },
  giveBackOrder: {
    summary: 'Gives an order back that one works on.',
    tag,
    params,
    ...noBody,
    errors: ['conflict'],
    responses: { 200: inboxOrderDetail },
  },
  shipOrder: {
    summary: 'Says that an order is on its way; its member is notified, once however often it is said.',
    tag,
    params,
    body: z.strictObject({
      carrier: textUpTo(100),
      /** Where it can be followed, an address with https. */
      trackingUrl: z._default(
        z.nullable(z.string().check(z.trim(), z.maxLength(500), z.regex(/^https:\/\/[^\s]+$/))),
        null,
      ),
      isLookedAt,
      /** Of one whose member `isDisabled`: it is to be sent all the same. */
      isToDisabled: z._default(z.boolean(), false),
    }),
    errors: ['conflict'],
    responses: { 200: inboxOrderDetail },
  },
  withdrawOrder: {
    summary: 'Cancels an order that was not sent; points and pieces return, and its member reads why.',
    tag,
    params,
    body: z.strictObject({ reason: textUpTo(500), isLookedAt }),
    errors: ['conflict', 'order_not_cancellable'],
    responses: { 200: inboxOrderDetail },
  },
} satisfies Record<string, EndpointSchemas>
