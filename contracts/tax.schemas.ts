import * as z from 'zod/mini'
import { TAX_FORMS, TAX_ID_KINDS, TAX_REGIMES } from '#rules/tax-profile.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { date, time, visible } from './shapes.ts'

const tag = 'tax'

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), visible)
const blankable = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max), visible), '')
/** ISO 3166-1 alpha-2. */
const country = z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/))
const cents = z.int().check(z.nonnegative())

export const taxAddress = z.strictObject({
  street: line(120),
  /** Apartment, floor, care of. */
  extra: blankable(120),
  city: line(80),
  postcode: blankable(20),
  region: blankable(80),
  country,
})

/** What a member fills in; which of it a form needs is in rules/tax-profile.ts. */
export const newTaxProfile = z.strictObject({
  form: z.enum(TAX_FORMS),
  legalName: z
    .string()
    .check(z.trim(), z.minLength(2), z.maxLength(120), z.regex(/^\p{L}[\p{L}\p{M}\p{N} .,'’&/()-]*$/u)),
  address: taxAddress,
  taxResidence: country,
  taxIdKind: z.enum(TAX_ID_KINDS),
  /** Null where the country of tax residence gives none. */
  taxId: z.nullable(line(40)),
  birthDate: z._default(z.nullable(date), null),
  /** Town and country; of DAC7 without a number. */
  birthPlace: blankable(120),
  /** Of DAC7. */
  vatId: blankable(20),
  /** The version of the words that are certified by sending this: `certification` of the answer. */
  certification: line(20),
})
export type NewTaxProfile = z.input<typeof newTaxProfile>

/** What is answered of a form alike, to its member and to who opens it. */
export const certifiedTaxForm = z.object({
  form: z.enum(TAX_FORMS),
  legalName: z.string(),
  address: taxAddress,
  taxResidence: z.string(),
  taxIdKind: z.enum(TAX_ID_KINDS),
  birthDate: z.nullable(date),
  birthPlace: z.string(),
  certification: z.string(),
  certifiedAt: time,
})

export const taxProfile = z.extend(certifiedTaxForm, {
  /** The last signs of the number: `…6789`. Null where there is none. */
  taxIdHint: z.nullable(z.string()),
  /** The last signs of the VAT number; null where there is none. */
  vatIdHint: z.nullable(z.string()),
  /** Whether it counts by what is asked for today. */
  isUsable: z.boolean(),
  /** The last day on which it counts; null where it does not end. */
  endsOn: z.nullable(date),
})
export type TaxProfile = z.output<typeof taxProfile>

export const taxState = z.object({
  /** By whose law forms are asked for; `off`: none is. */
  regime: z.enum(TAX_REGIMES),
  /** Which forms there are then. */
  forms: z.array(z.enum(TAX_FORMS)),
  /** The calendar year (UTC), and what was paid in it or is under way. */
  year: z.int(),
  yearUsdCents: cents,
  /** From which sum in a year on a form is needed. */
  thresholdUsdCents: cents,
  /** The version of the words that are certified. */
  certification: z.string(),
  /** What the member certified last; null where nothing was. */
  profile: z.nullable(taxProfile),
})
export type TaxState = z.output<typeof taxState>

export const taxSchemas = {
  getTaxProfile: {
    summary:
      'Which tax form is asked for and from which sum on, and mine, with the last signs of its number.',
    tag,
    responses: { 200: taxState },
  },
  certifyTaxProfile: {
    summary: 'Certifies my tax form: a new version where anything in it differs from the last.',
    tag,
    body: newTaxProfile,
    errors: ['user_disabled', 'user_deleted'],
    ratePerMinute: 20,
    responses: { 200: taxState },
  },
} satisfies Record<string, EndpointSchemas>
