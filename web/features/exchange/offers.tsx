import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatBps, formatNumber, formatUsd, formatWholeUsd } from '#web/ui/common/format.ts'
import { crelsText } from './calculator.tsx'
import { dollarsText, type ComputedExchange, type Typed } from './typed-amount.ts'
import classes from './calculator.module.css'

/** Where a little more costs less, or the other direction pays more: says so, and takes it at a tap. */
export function Offers({
  computed: { price, cheaper, better },
  onTyped,
}: {
  computed: ComputedExchange
  onTyped: (typed: Typed) => void
}) {
  if (cheaper) {
    const more = cheaper.usdCents - price.usdCents
    const dollars = formatWholeUsd(cheaper.usdCents)
    return (
      <Card tone="gold" className={classes.offer}>
        <h2>
          {m.exchange_cheaper_heading({
            more: more === 1 ? m.exchange_one_cent() : formatUsd(more),
            saved: crelsText(price.crels - cheaper.crels),
          })}
        </h2>
        <p>
          {m.exchange_cheaper_text({
            dollars,
            fee: formatBps(cheaper.feeBps),
            crels: crelsText(cheaper.crels),
          })}
        </p>
        <Button
          look="gold"
          size="s"
          onClick={() => onTyped({ direction: 'usd', text: dollarsText(cheaper.usdCents) })}
        >
          {m.exchange_cheaper_use({ dollars: formatUsd(cheaper.usdCents) })}
        </Button>
      </Card>
    )
  }
  if (!better) return null
  return (
    <Card tone="gold" className={classes.offer}>
      <h2>{m.exchange_better_heading({ more: formatUsd(better.usdCents - price.usdCents) })}</h2>
      <p>
        {better.direction === 'crels'
          ? m.exchange_better_crels({ crels: crelsText(better.crels), dollars: formatUsd(better.usdCents) })
          : m.exchange_better_usd({ crels: crelsText(better.crels), dollars: formatUsd(better.usdCents) })}
      </p>
      <Button
        look="gold"
        size="s"
        onClick={() =>
          onTyped(
            better.direction === 'crels'
              ? { direction: 'crels', text: String(better.crels) }
              : { direction: 'usd', text: dollarsText(better.usdCents) },
          )
        }
      >
        {better.direction === 'crels'
          ? m.exchange_better_use_crels({ amount: formatNumber(better.crels) })
          : m.exchange_cheaper_use({ dollars: formatUsd(better.usdCents) })}
      </Button>
    </Card>
  )
}
