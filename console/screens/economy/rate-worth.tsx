import { m } from '#console-messages'
import { isLargeRateChange } from '#rules/exchange.ts'
import { formatCrels, formatUsd } from '#console/ui/format.ts'

/** What another rate makes of what members have, in dollars. */
export function RateWorth({
  crels,
  usdCents,
  nextUsdCents,
  before,
  after,
  large,
}: {
  crels: number
  usdCents: number | null
  nextUsdCents: number | null
  before: string
  after: string
  /** What is said of a change of more than 10%. */
  large: string
}) {
  return (
    <>
      {usdCents !== null && nextUsdCents !== null && (
        <p>
          {m.economy_rate_worth({
            crels: formatCrels(crels),
            before: formatUsd(usdCents),
            after: formatUsd(nextUsdCents),
            difference: differenceOf(nextUsdCents - usdCents),
          })}
        </p>
      )}
      {isLargeRateChange(before, after) && <p role="alert">{large}</p>}
    </>
  )
}

function differenceOf(usdCents: number): string {
  if (usdCents === 0) return m.economy_rate_same()
  const usd = formatUsd(Math.abs(usdCents))
  return usdCents > 0 ? m.economy_rate_more({ usd }) : m.economy_rate_less({ usd })
}
