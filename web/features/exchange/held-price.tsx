import { useEffect, useState } from 'react'
import { m } from '#messages'
import { rateFromNumber, type Conversion, type Price } from '#rules/exchange.ts'
import { Card } from '#web/ui/card.tsx'
import { formatUsd } from '#web/ui/common/format.ts'
import { crelsText, Sum } from './calculator.tsx'
import type { HeldQuote } from './held-quote.ts'
import classes from './calculator.module.css'

/** Milliseconds that a quote still holds, counted down by the second; 0 when it has expired, or there is none. */
export function useQuoteLeft(quote: HeldQuote | null): number {
  const [now, setNow] = useState(() => Date.now())
  const leftMs = quote ? Math.min(quote.holdsMs, Math.max(0, quote.endsAtMs - now)) : 0
  const isRunning = leftMs > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return leftMs
}

/** The quote: both amounts, how they come about, and how long it is valid. */
export function HeldPrice({
  quote,
  leftMs,
  wholeMs,
}: {
  quote: HeldQuote
  leftMs: number
  /** For how long a price is held: one that another page asked for has a part of it left. */
  wholeMs: number
}) {
  return (
    <Card className={classes.held}>
      <h2>{m.exchange_held_heading()}</h2>
      <p className={classes.swap}>
        {m.exchange_held_swap({ crels: crelsText(quote.crels), dollars: formatUsd(quote.usdCents) })}
      </p>
      <p className={classes.left}>
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: `${(leftMs / Math.max(wholeMs, quote.holdsMs)) * 100}%` }} />
        </span>
        <span role="timer">
          {leftMs > 0 ? m.exchange_held_left({ time: clock(leftMs) }) : m.exchange_held_over()}
        </span>
      </p>
      <Sum computed={{ price: priceOf(quote) }} rate={rateFromNumber(quote.rate)} />
    </Card>
  )
}

/** What the server froze, as the rules name it. */
function priceOf(quote: HeldQuote): Price | Conversion {
  const { crels, usdCents, feeBps } = quote
  const common = { crels, usdCents, feeBps, rate: rateFromNumber(quote.rate) }
  return quote.direction === 'usd'
    ? { ...common, baseCrels: quote.baseCrels ?? 0, feeCrels: quote.feeCrels ?? 0 }
    : { ...common, grossUsdCents: quote.grossUsdCents ?? 0, feeUsdCents: quote.feeUsdCents ?? 0 }
}

/** `9:41` */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
