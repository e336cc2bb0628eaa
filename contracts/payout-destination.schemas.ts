import * as z from 'zod/mini'
import { isSepaName } from '#rules/sepa-text.ts'

/** It goes into a file that a spreadsheet may open: no sign at its beginning that would make it a formula. */
const payeeEmail = z.string().check(z.trim(), z.maxLength(254), z.email(), z.regex(/^[A-Za-z0-9]/))
const holder = z.string().check(
  z.trim(),
  z.minLength(2),
  z.maxLength(100),
  z.regex(/^\p{L}[\p{L}\p{M}\p{N} .,'’&/-]*$/u),
  // A bank's file has no other: it would name nobody.
  z.refine(isSepaName, { error: 'has no Latin letter' }),
)

/** Whether its member is notified when it can be used; not, unless asked for. */
const reminder = z.optional(z.boolean())

/** What a member gives to be paid to, by its kind. */
export const newDestination = z.union([
  z.strictObject({ kind: z.enum(['paypal']), email: payeeEmail, reminder }),
  z.strictObject({
    kind: z.enum(['bank']),
    holder,
    /** Its check digits are checked where it is added (rules/payout-destination.ts). */
    iban: z.string().check(z.trim(), z.maxLength(60), z.regex(/^[A-Za-z]{2}\d{2}[A-Za-z0-9 -]+$/)),
    bic: z.optional(z.string().check(z.trim(), z.regex(/^[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$/))),
    reminder,
  }),
  z.strictObject({
    kind: z.enum(['bank']),
    holder,
    routingNumber: z.string().check(z.trim(), z.regex(/^\d{9}$/)),
    accountNumber: z.string().check(z.trim(), z.regex(/^\d{4,17}$/)),
    reminder,
  }),
  z.strictObject({ kind: z.enum(['gift_card']), email: payeeEmail, reminder }),
  z.strictObject({
    kind: z.enum(['manual']),
    instructions: z.string().check(z.trim(), z.minLength(5), z.maxLength(500)),
    reminder,
  }),
])
export type NewDestination = z.input<typeof newDestination>
