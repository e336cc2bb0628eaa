import { m } from '#console-messages'
import type { CurrencyPreview } from '#contracts/operator-currencies.schemas.ts'
import { isLargeUsdRateChange } from '#rules/currency.ts'
import { formatDate, formatUsd } from '#console/ui/format.ts'

/** What another rate of a currency touches. */
export function CurrencyTouched({
  currency,
  after,
  before,
  heldUntil,
  claims,
  sepa,
}: CurrencyPreview & { currency: string; after: string }) {
  return (
    <>
      <p>
        {before
          ? m.economy_currency_change({ currency, before: before.usdPerUnit, after })
          : m.economy_currency_first({ currency, after })}{' '}
        {m.economy_currency_until({ day: formatDate(heldUntil) })}
      </p>
      {before && isLargeUsdRateChange(before.usdPerUnit, after) && (
        <p role="alert">{m.economy_currency_large()}</p>
      )}
      {claims.count > 0 && (
        <p>
          {m.economy_currency_claims({
            count: claims.count,
            before: claims.usdCents === null ? m.common_none() : formatUsd(claims.usdCents),
            after: claims.nextUsdCents === null ? m.common_none() : formatUsd(claims.nextUsdCents),
          })}
        </p>
      )}
      {sepa && sepa.count > 0 && (
        <p>{m.economy_currency_sepa({ count: sepa.count, value: formatUsd(sepa.usdCents) })}</p>
      )}
    </>
  )
}
