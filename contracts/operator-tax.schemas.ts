import * as z from 'zod/mini'
import { TAX_FORMS, TAX_REGIMES } from '#rules/tax-profile.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { memberParams, memberReason, textUpTo, whole } from './operator-shapes.ts'
import { date, time, visibleLines } from './shapes.ts'
import { certifiedTaxForm } from './tax.schemas.ts'

const tag = 'tax'

export const memberTaxForm = z.object({
  regime: z.enum(TAX_REGIMES),
  /** What was paid to them in this calendar year (UTC), or is under way, and from which sum on a form is needed. */
  yearUsdCents: whole,
  thresholdUsdCents: whole,
  /** The last one; null where there is none. */
  form: z.nullable(
    z.object({
      form: z.enum(TAX_FORMS),
      /** The last signs of the number; null where there is none. */
      taxIdHint: z.nullable(z.string()),
      certifiedAt: time,
      isUsable: z.boolean(),
      endsOn: z.nullable(date),
    }),
  ),
})
export type MemberTaxForm = z.output<typeof memberTaxForm>

export const openedTaxForm = z.extend(certifiedTaxForm, {
  taxId: z.nullable(z.string()),
  vatId: z.string(),
})
export type OpenedTaxForm = z.output<typeof openedTaxForm>

export const taxYear = z.object({
  year: z.int(),
  /** How many members were paid, and how many of them have no form. */
  members: whole,
  withoutForm: whole,
  payouts: whole,
  usdCents: whole,
})
export const taxYears = z.object({ items: z.array(taxYear) })
export type TaxYear = z.output<typeof taxYear>

export const operatorTaxSchemas = {
  getMemberTaxForm: {
    summary: 'Whether a member has a tax form, with the last signs of its number.',
    tag,
    params: memberParams,
    responses: { 200: memberTaxForm },
  },
  openMemberTaxForm: {
    summary: 'A member’s tax form in full, with why it was opened in the log.',
    tag,
    params: memberParams,
    body: z.strictObject({ reason: memberReason }),
    ratePerMinute: 20,
    responses: { 200: openedTaxForm },
  },
  listTaxYears: {
    summary: 'The calendar years (UTC) in which members were paid, the newest first.',
    tag,
    responses: { 200: taxYears },
  },
  makeTaxReport: {
    summary: 'A row for each member who was paid in a calendar year (UTC), as CSV, with their tax form.',
    tag,
    params: z.object({ year: z.string().check(z.regex(/^2[0-9]{3}$/)) }),
    body: z.strictObject({ reason: textUpTo(500).check(visibleLines) }),
    answerType: 'text/csv',
    ratePerMinute: 5,
    responses: { 200: null },
  },
} satisfies Record<string, EndpointSchemas>
