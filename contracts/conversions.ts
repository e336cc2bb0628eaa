import * as z from 'zod/mini'
import type { RefundAnswer, ReportAnswer } from './conversions.responses.ts'
import { endpoint } from './endpoint.ts'

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

export const reportConversion = endpoint<ReportAnswer>()({
  id: 'reportConversion',
  method: 'POST',
  path: '/api/v1/conversions',
  access: 'brand',
  scope: 'conversions',
  summary: 'Reports a lead or sale for a click, or up to 500 as `{ items }`, each answered by itself.',
  tag,
  body: z.union([
    conversionReport,
    z.strictObject({ items: z.array(z.unknown()).check(z.minLength(1), z.maxLength(500)) }),
  ]),
  bodyLimit: 512 * 1024,
  errors: ['event_mismatch', 'currency_rate_missing'],
})

export const refundConversion = endpoint<RefundAnswer>()({
  id: 'refundConversion',
  method: 'POST',
  path: '/api/v1/conversions/{eventId}/refund',
  access: 'brand',
  scope: 'refunds',
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
  idempotent: true,
})
