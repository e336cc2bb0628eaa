import type { ReactNode } from 'react'
import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { Coin } from '#web/ui/common/coin.tsx'
import { formatNumber, formatRate, formatUsd, formatWholeUsd } from '#web/ui/common/format.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { ShownRate } from './rate.ts'
import { dollarsText, otherText, type ComputedExchange, type Typed } from './typed-amount.ts'
import { feeText } from './worth.ts'
import classes from './calculator.module.css'

/** Amounts in dollars that are one tap away. */
const presets = [20_00, 50_00, 100_00, 250_00]

/** Two fields, each computed from the other, with every part of the sum below them. */
export function Calculator({
  typed,
  computed,
  rate,
  available,
  error,
  onTyped,
  disabled,
}: {
  typed: Typed
  computed: ComputedExchange | null
  rate: ShownRate
  /** Crels that can be spent; undefined while that is not known. */
  available: number | undefined
  /** What is wrong with the amount, in words. */
  error: ReactNode
  onTyped: (typed: Typed) => void
  disabled?: boolean
}) {
  const other = otherText(typed, computed)
  const isDollars = typed.direction === 'usd'
  return (
    <div className={classes.calculator}>
      <div className={classes.fields}>
        <TextField
          className={classes.amount}
          label={m.exchange_pay()}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          value={isDollars ? other : typed.text}
          onChange={(event) => onTyped({ direction: 'crels', text: event.target.value })}
          rightSection={
            <span className={classes.unit}>
              <Coin /> {m.exchange_unit_crels()}
            </span>
          }
          description={
            available === undefined ? undefined : m.exchange_available({ amount: formatNumber(available) })
          }
          error={isDollars ? undefined : error}
          disabled={disabled}
        />
        <TextField
          className={classes.amount}
          label={m.exchange_receive()}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={isDollars ? typed.text : other}
          onChange={(event) => onTyped({ direction: 'usd', text: event.target.value })}
          rightSection={<span className={classes.unit}>{m.exchange_unit_usd()}</span>}
          description={m.exchange_receive_hint()}
          error={isDollars ? error : undefined}
          disabled={disabled}
        />
      </div>
      <div className={classes.presets} role="group" aria-label={m.exchange_presets()}>
        {presets.map((usdCents) => (
          <Button
            key={usdCents}
            look="soft"
            size="s"
            disabled={disabled}
            onClick={() => onTyped({ direction: 'usd', text: dollarsText(usdCents) })}
          >
            {formatWholeUsd(usdCents)}
          </Button>
        ))}
        {available !== undefined && available > 0 && (
          <Button
            look="soft"
            size="s"
            disabled={disabled}
            onClick={() => onTyped({ direction: 'crels', text: String(available) })}
          >
            {m.exchange_preset_all()}
          </Button>
        )}
      </div>
      {computed && (
        <Card>
          <Sum computed={computed} rate={rate.usdToCrels} />
        </Card>
      )}
    </div>
  )
}

/** The sum, part by part: what it is at the rate, the fee with its tier in words, and what is left. */
export function Sum({
  computed: { price },
  rate,
}: {
  computed: Pick<ComputedExchange, 'price'>
  rate: string
}) {
  const shown = formatRate(rate)
  const lines: [label: ReactNode, amount: string][] =
    'baseCrels' in price
      ? [
          [
            m.exchange_sum_base({ dollars: formatUsd(price.usdCents), rate: shown }),
            formatNumber(price.baseCrels),
          ],
          [m.exchange_sum_rounded_up({ fee: feeText(price.feeBps) }), formatNumber(price.feeCrels)],
          [<b key="total">{m.exchange_sum_price()}</b>, crelsText(price.crels)],
        ]
      : [
          [
            m.exchange_sum_gross({ crels: crelsText(price.crels), rate: shown }),
            formatUsd(price.grossUsdCents),
          ],
          [feeText(price.feeBps), formatUsd(-price.feeUsdCents)],
          [<b key="total">{m.exchange_sum_net()}</b>, formatUsd(price.usdCents)],
        ]
  return (
    <Rows>
      {lines.map(([label, amount], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- three lines that stay
        <Row key={index}>
          <span>{label}</span>
          <b className={classes.figure}>{amount}</b>
        </Row>
      ))}
    </Rows>
  )
}

/** `1,103 crels`. */
export function crelsText(crels: number): string {
  return m.common_crels({ count: crels, amount: formatNumber(crels) })
}
