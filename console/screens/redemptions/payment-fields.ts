import { m } from '#console-messages'
import { dayMs, utcDate } from '#rules/utc-date.ts'
import type { ActField, FieldValues } from '#console/ui/table/act-fields.tsx'

/** The day of a payment: today's, unless it was paid before. */
export function dayField(): ActField {
  return {
    kind: 'date',
    name: 'paidOn',
    label: m.redemptions_paid_on(),
    description: m.redemptions_paid_on_hint(),
    // It may be tomorrow where they are.
    max: utcDate(Date.now() + dayMs),
    initial: utcDate(Date.now()),
  }
}

/** What is asked for of a payment: its own name, and its day. */
export function paymentFields(): readonly ActField[] {
  return [
    { name: 'reference', label: m.redemptions_paid_reference(), isRequired: true, length: 200 },
    dayField(),
  ]
}

/** The same as the API takes it. */
export function paymentOf({ reference = '', paidOn = '' }: FieldValues) {
  return { reference, paidOn }
}
