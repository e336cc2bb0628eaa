import { m } from '#console-messages'
import type { PayoutRunDetail } from '#contracts/operator-payout-runs.schemas.ts'
import { formatAmount } from '#console/ui/format.ts'
import { Facts } from '#console/ui/facts.tsx'

/**
 * What the bank pays by a run in euros, by all of it or so much, at which rate and from whose account; nothing of a run in
 * dollars.
 */
export function BankPays({
  run: { usdPerEuro, payer, total },
  amountMinor = total.amountMinor,
}: {
  run: PayoutRunDetail
  amountMinor?: number
}) {
  if (usdPerEuro === null || payer === null) return null
  return (
    <Facts
      facts={[
        [m.payouts_euros(), <b key="total">{formatEuros(amountMinor)}</b>],
        [m.payouts_rate(), m.economy_currency_is({ currency: 'EUR', rate: usdPerEuro })],
        [
          m.payouts_payer(),
          <span key="payer">
            <bdi>{payer.name}</bdi>, <bdi>{payer.iban.replaceAll(/.{4}(?=.)/g, '$& ')}</bdi>
          </span>,
        ],
      ]}
    />
  )
}

/** An amount of a file in euros. */
export function formatEuros(amountMinor: number): string {
  return formatAmount({ currency: 'EUR', minor: amountMinor })
}
