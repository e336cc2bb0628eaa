import { NumberInput } from '@mantine/core'
import { m } from '#console-messages'
import { worthInUsdCents } from '#rules/exchange.ts'
import { formatUsd } from '#console/ui/format.ts'

/** The budget that is planned, and what it is in dollars. */
export function BudgetField({
  value,
  onChange,
  usdToCrels,
}: {
  value: string
  onChange: (value: string) => void
  usdToCrels: string
}) {
  const crels = Number(value)
  const worth =
    Number.isSafeInteger(crels) && crels > 0 ? formatUsd(worthInUsdCents(crels, usdToCrels)) : formatUsd(0)
  return (
    <NumberInput
      mt="sm"
      label={m.campaigns_budget_crels()}
      description={m.campaigns_budget_worth({ value: worth, rate: usdToCrels })}
      allowDecimal={false}
      allowNegative={false}
      min={0}
      max={1_000_000_000}
      value={value}
      onChange={(next) => onChange(String(next))}
    />
  )
}
