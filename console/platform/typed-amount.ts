import { m } from '#console-messages'
import { minorDigits, minorOf } from '#rules/currency.ts'
import type { ActField, FieldValues } from '../ui/table/act-fields.tsx'

interface Amount {
  currency: string
  minor: number
}

/** The fields in which an amount is typed, with what it is now. */
export function amountFields(now: Amount | null): ActField[] {
  return [
    {
      name: 'amount',
      label: m.conversions_amount(),
      isRequired: false,
      length: 20,
      initial: now ? asTyped(now) : '',
    },
    {
      name: 'currency',
      label: m.conversions_currency(),
      isRequired: false,
      length: 3,
      initial: now?.currency ?? 'USD',
    },
  ]
}

/** The amount that was typed; null where there is none, `wrong` where it is no amount. */
export function typedAmount(values: FieldValues): Amount | null | 'wrong' {
  const typed = values.amount!.trim()
  if (typed === '') return null
  const currency = values.currency!.trim().toUpperCase()
  const minor = minorOf(typed, currency)
  return minor && /^[A-Z]{3}$/.test(currency) ? { currency, minor } : 'wrong'
}

function asTyped({ currency, minor }: Amount): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toFixed(digits)
}
