import * as z from 'zod/mini'
import { isUsdRate } from '#rules/currency.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { whole } from './operator-shapes.ts'
import { actReason, pendingAct } from './pending-act-shapes.ts'
import { date, time } from './shapes.ts'

const tag = 'operator'
/** The code of any currency but the US dollar. */
const currency = z.string().check(z.regex(/^(?!USD$)[A-Z]{3}$/))
const params = z.object({ currency })
/** US dollars for one unit. */
const usdPerUnit = z.string().check(z.maxLength(22), z.refine(isUsdRate, 'Write a rate such as 1.0835.'))

export const currencyRate = z.object({
  currency: z.string(),
  /** The day (UTC) that it was set for. */
  day: date,
  usdPerUnit: z.string(),
  setBy: z.string(),
  setAt: time,
  /** The last day (UTC) that it holds for: sales of later days have the next rate, or are refused. */
  heldUntil: date,
  /** Whether it holds today. */
  isHeld: z.boolean(),
  /** Whether it holds from a later day on. */
  isComing: z.boolean(),
})
export type OperatedCurrencyRate = z.output<typeof currencyRate>

const currencyRates = z.object({ items: z.array(currencyRate) })

export const currencyPreview = z.object({
  /** What holds on that day before; null where nothing does. */
  before: z.nullable(z.object({ day: date, usdPerUnit: z.string() })),
  heldUntil: date,
  /** Claims that wait and say an amount of those days in it; null for a value that no rate gives. */
  claims: z.object({ count: whole, usdCents: z.nullable(whole), nextUsdCents: z.nullable(whole) }),
  /** Of the euro: approved redemptions that a SEPA run may take. */
  sepa: z.nullable(z.object({ count: whole, usdCents: whole })),
})
export type CurrencyPreview = z.output<typeof currencyPreview>

export const operatorCurrencySchemas = {
  listCurrencyRates: {
    summary:
      'Each currency with its rate of the last day up to today, and those that are coming, by code and day.',
    tag,
    responses: { 200: currencyRates },
  },
  previewCurrencyRate: {
    summary: 'What a rate of a currency on a day touches; nothing is changed.',
    tag,
    params,
    query: z.object({
      /** Today (UTC) unless given. */
      day: z.optional(date),
      usdPerUnit,
    }),
    responses: { 200: currencyPreview },
  },
  proposeCurrencyRate: {
    summary:
      'Proposes what one unit of a currency is worth on a day, for what is reported once it is approved.',
    tag,
    params,
    body: z.strictObject({
      /** Today (UTC) unless given, also where it is approved on a later day. */
      day: z.optional(date),
      usdPerUnit,
      /** The rate that held on that day when it was looked at; null where none did. */
      seen: z.nullable(z.string().check(z.maxLength(30))),
      reason: actReason,
    }),
    errors: ['conflict'],
    responses: { 202: pendingAct },
  },
  proposeCurrencyWithdrawal: {
    summary:
      'Proposes to take the rate of a day away, for what is reported once it is approved: that of a day before holds, as long as it did.',
    tag,
    params,
    body: z.strictObject({
      day: date,
      /** The rate of that day as it was looked at. */
      seen: z.string().check(z.maxLength(30)),
      reason: actReason,
    }),
    errors: ['conflict'],
    responses: { 202: pendingAct },
  },
} satisfies Record<string, EndpointSchemas>
