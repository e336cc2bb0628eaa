import { m } from '#console-messages'
import type { OperatedConversionDetail } from '#contracts/operator-conversions.schemas.ts'
import { minorDigits, minorOf } from '#rules/currency.ts'
import type { ActField, FieldValues } from '#console/ui/table/act-fields.tsx'
import { typeNames } from './conversion-words.ts'

type Reported = Pick<OperatedConversionDetail, 'amount' | 'clickId' | 'type' | 'refunds'>

/** What a correction says differently; what is as it was reported is left out. */
export interface Corrected {
  type?: 'lead' | 'sale'
  amount?: { currency: string; minor: number }
  clickId?: string
}

/** What a correction asks for: all that was reported, to be changed where it is wrong. */
export function correctionFields({ amount, clickId, type }: Reported): ActField[] {
  const other = type === 'sale' ? 'lead' : 'sale'
  return [
    {
      kind: 'choice',
      name: 'type',
      label: m.conversions_type(),
      options: ([type, other] as const).map((value) => ({ value, label: typeNames[value]() })),
    },
    {
      name: 'amount',
      label: m.conversions_amount(),
      isRequired: false,
      length: 20,
      initial: amount ? asTyped(amount) : '',
    },
    {
      name: 'currency',
      label: m.conversions_currency(),
      isRequired: false,
      length: 3,
      initial: amount?.currency ?? 'USD',
    },
    { name: 'clickId', label: m.conversions_click(), isRequired: true, length: 100, initial: clickId },
  ]
}

/** The correction that was typed; null where the amount is none. Of what was refunded the amount is always said. */
export function correctionOf(reported: Reported, values: FieldValues): Corrected | null {
  const { amount, clickId, type, refunds } = reported
  const typed = values.amount!.trim()
  const currency = values.currency!.trim().toUpperCase()
  const minor = typed === '' ? null : minorOf(typed, currency)
  if (typed !== '' && (!minor || !/^[A-Z]{3}$/.test(currency))) return null
  const isOther = minor !== null && (minor !== amount?.minor || currency !== amount.currency)
  return {
    ...(values.type !== type && { type: values.type as 'lead' | 'sale' }),
    ...(minor !== null && (isOther || refunds.length > 0) && { amount: { currency, minor } }),
    ...(values.clickId!.trim() !== clickId && { clickId: values.clickId!.trim() }),
  }
}

function asTyped({ currency, minor }: { currency: string; minor: number }): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}
