import { m } from '#console-messages'
import type { OperatedConversionDetail } from '#contracts/operator-conversions.schemas.ts'
import { amountFields, typedAmount } from '#console/platform/typed-amount.ts'
import type { ActField, FieldValues } from '#console/ui/table/act-fields.tsx'
import { utcSecond, utcSecondText } from '#console/ui/utc-input.ts'
import { typeNames } from './conversion-words.ts'

type Reported = Pick<OperatedConversionDetail, 'amount' | 'clickId' | 'occurredAt' | 'type' | 'refunds'>

/** What a correction says differently; what is as it was reported is left out. */
export interface Corrected {
  type?: 'lead' | 'sale'
  amount?: { currency: string; minor: number }
  clickId?: string
  occurredAt?: string
}

/** What a correction asks for: all that was reported, to be changed where it is wrong. */
export function correctionFields({ amount, clickId, occurredAt, type }: Reported): ActField[] {
  const other = type === 'sale' ? 'lead' : 'sale'
  return [
    {
      kind: 'choice',
      name: 'type',
      label: m.conversions_type(),
      options: ([type, other] as const).map((value) => ({ value, label: typeNames[value]() })),
    },
    ...amountFields(amount),
    { name: 'clickId', label: m.conversions_click(), isRequired: true, length: 100, initial: clickId },
    {
      kind: 'moment',
      name: 'occurredAt',
      label: m.conversions_occurred_at(),
      initial: utcSecondText(occurredAt),
    },
  ]
}

/**
 * The correction that was typed; null where the amount is none. Of what was refunded the amount is always said. A time
 * that was left as it is keeps what its report says below the second.
 */
export function correctionOf(reported: Reported, values: FieldValues): Corrected | null {
  const { amount, clickId, occurredAt, type, refunds } = reported
  const moment = values.occurredAt ? utcSecond(values.occurredAt) : null
  const typed = typedAmount(values)
  if (typed === 'wrong') return null
  const isOther = typed !== null && (typed.minor !== amount?.minor || typed.currency !== amount.currency)
  return {
    ...(values.type !== type && { type: values.type as 'lead' | 'sale' }),
    ...(typed !== null && (isOther || refunds.length > 0) && { amount: typed }),
    ...(values.clickId!.trim() !== clickId && { clickId: values.clickId!.trim() }),
    ...(moment !== null && moment !== utcSecond(utcSecondText(occurredAt)) && { occurredAt: moment }),
  }
}
