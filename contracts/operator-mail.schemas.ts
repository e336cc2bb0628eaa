import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { memberReason } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'members'

/** Why an address is sent no mail: its server refused one for good, or its reader called one spam. */
const troubleReason = z.enum(['bounce', 'complaint'])

/** Since when and why mails do not reach an address. */
export const mailTrouble = z.object({
  reason: troubleReason,
  /** What its server or the provider of mails said. */
  detail: z.string(),
  since: time,
})

const suppressedAddress = z.object({
  address: z.string(),
  ...mailTrouble.shape,
  /** Whose it is; with an outside provider several may have one. */
  members: z.array(z.object({ uid: z.string(), name: z.nullable(z.string()) })),
})
export type SuppressedAddressView = z.output<typeof suppressedAddress>

const suppressedQuery = z.object({
  ...pageQuery,
  reason: z.optional(troubleReason),
  /** A part of the address. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(254))),
})
export type SuppressedQuery = z.output<typeof suppressedQuery>

export const operatorMailSchemas = {
  listSuppressedAddresses: {
    summary: 'Addresses that are sent no mail, the latest first.',
    tag,
    query: suppressedQuery,
    responses: { 200: pageOf(suppressedAddress) },
  },
  liftAddress: {
    summary: 'Sends mail to an address again; what comes back afterwards suppresses it anew.',
    tag,
    body: z.strictObject({
      address: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
      reason: memberReason,
    }),
    errors: ['conflict'],
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
