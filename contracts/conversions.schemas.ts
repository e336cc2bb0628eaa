import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { crels, time } from './shapes.ts'

const tag = 'conversions'

/** The brand's own id of the event: the same id is the same conversion, forever. `pixel:` begins names of ours. */
export const eventId = z.string().check(
  z.regex(/^[\x21-\x7e]{1,200}$/),
  z.refine((id) => !id.startsWith('pixel:')),
)

/**
 * Minor units (cents) of a currency by its ISO 4217 code. Other currencies than USD are converted at the rate of the
 * day it happened on; at most 100 million dollars' worth.
 */
export const saleAmount = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  minor: z.int().check(z.positive(), z.maximum(1_000_000_000_000_000)),
})

export const conversionReport = z.strictObject({
  eventId,
  clickId: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(['lead', 'sale']),
  /** Needed for a sale that pays a share. */
  amount: z.optional(saleAmount),
  /** When it happened at the brand; now unless given. */
  occurredAt: z.optional(z.iso.datetime({ offset: true })),
})
export type ConversionReport = z.output<typeof conversionReport>

export const conversionAnswer = z.object({
  id: z.string(),
  eventId: z.string(),
  status: z.enum(['accepted', 'under_review', 'rejected']),
  /** Why it is under review or rejected, in snake_case (rules/attribution.ts). */
  reason: z.optional(z.string()),
  earning: z.optional(z.object({ id: z.string(), crels, unlocksAt: time })),
})
export type ConversionAnswer = z.output<typeof conversionAnswer>

/** A row of a batch that could not be recorded. */
const failedRow = z.object({
  eventId: z.nullable(z.string()),
  error: z.object({ code: z.string(), detail: z.string() }),
})

/** One answer, or for a batch one a row, in the order sent. */
export const reportAnswer = z.union([
  conversionAnswer,
  z.object({ items: z.array(z.union([conversionAnswer, failedRow])) }),
])
export type ReportAnswer = z.output<typeof reportAnswer>

export const refundAnswer = z.object({
  id: z.string(),
  eventId: z.string(),
  /** What the earning was reduced by, now and in all. */
  reversedCrels: crels,
  totalReversedCrels: crels,
  /** It came before its sale: nothing is taken back until that is reported. */
  pending: z.optional(z.literal(true)),
  earning: z.optional(
    z.object({ id: z.string(), crels, state: z.enum(['pending', 'under_review', 'available', 'reversed']) }),
  ),
})
export type RefundAnswer = z.output<typeof refundAnswer>

export const conversionSchemas = {
  reportConversion: {
    summary: 'Reports a lead or sale for a click, or up to 500 as `{ items }`, each answered by itself.',
    tag,
    body: z.union([
      conversionReport,
      z.strictObject({ items: z.array(z.unknown()).check(z.minLength(1), z.maxLength(500)) }),
    ]),
    bodyLimit: 512 * 1024,
    errors: ['event_mismatch', 'currency_rate_missing'],
    responses: { 200: reportAnswer, 201: reportAnswer },
  },
  refundConversion: {
    summary:
      'Takes back a conversion, wholly or by an amount of its sale. One that is not reported yet waits for it.',
    tag,
    params: z.object({ eventId }),
    body: z.object({
      /** In the currency of the sale. */
      amount: z.optional(saleAmount),
      /** The brand's own id of the refund; the same id is the same refund. A whole refund needs none. */
      refundId: z.optional(eventId),
    }),
    bodyOptional: true,
    errors: ['refund_exceeds_sale', 'not_refundable', 'event_mismatch'],
    responses: { 200: refundAnswer, 202: refundAnswer },
  },
} satisfies Record<string, EndpointSchemas>
