import * as z from 'zod/mini'
import { crels, time } from './shapes.ts'

export const conversionAnswer = z.object({
  id: z.string(),
  eventId: z.string(),
  status: z.enum(['accepted', 'held', 'rejected']),
  /** Why it is held or rejected, in snake_case (rules/attribution.ts). */
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
  waiting: z.optional(z.literal(true)),
  earning: z.optional(
    z.object({ id: z.string(), crels, state: z.enum(['pending', 'held', 'available', 'reversed']) }),
  ),
})
export type RefundAnswer = z.output<typeof refundAnswer>

export const conversionResponses = {
  reportConversion: { 200: reportAnswer, 201: reportAnswer },
  refundConversion: { 200: refundAnswer, 202: refundAnswer },
}
