import { m } from '#messages'
import { Row, Rows } from '#web/ui/card.tsx'
import { formatNumber, formatRate, formatUsd } from '#web/ui/common/format.ts'
import type { ShownRate } from './rate.ts'
import { feeText, worthOf, worthText } from './worth.ts'
import classes from './dollars-rows.module.css'

/** How crels become dollars: the gross at the rate, the fee with its tier in words, and what arrives. */
export function DollarsRows({ crels, rate }: { crels: number; rate: ShownRate }) {
  const conversion = worthOf(crels, rate)
  if (!conversion) return <p>{worthText(crels, rate)}</p>
  const amount = m.common_crels({ count: crels, amount: formatNumber(crels) })
  return (
    <Rows>
      <Row>
        <span>{m.wallet_how_gross({ crels: amount, rate: formatRate(rate.usdToCrels) })}</span>
        <b className={classes.amount}>{formatUsd(conversion.grossUsdCents)}</b>
      </Row>
      <Row>
        <span>{feeText(conversion.feeBps)}</span>
        <b className={classes.amount}>{formatUsd(-conversion.feeUsdCents)}</b>
      </Row>
      <Row>
        <b>{m.wallet_how_net()}</b>
        <b className={classes.amount}>{formatUsd(conversion.usdCents)}</b>
      </Row>
    </Rows>
  )
}
