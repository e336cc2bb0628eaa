import { useState } from 'react'
import { m } from '#messages'
import type { Destination, Redemption } from '#contracts/redemptions.schemas.ts'
import { crelsText } from '../features/exchange/calculator.tsx'
import { FeesCard } from '../features/exchange/fees-card.tsx'
import { HeldPrice, useQuoteLeft } from '../features/exchange/held-price.tsx'
import {
  isTypedFor,
  typedFor,
  useHeldQuote,
  useQuote,
  type HeldQuote,
} from '../features/exchange/held-quote.ts'
import { useRate } from '#web/features/exchange/shared/queries.ts'
import { RateFailed } from '#web/features/exchange/shared/rate-failed.tsx'
import { RateLine } from '../features/exchange/rate-line.tsx'
import { computeExchange, wishOf, type Typed } from '../features/exchange/typed-amount.ts'
import { worthOf } from '../features/exchange/worth.ts'
import { Obstacle } from '../features/redemptions/obstacle.tsx'
import { destinationText } from '../features/redemptions/redemption-text.ts'
import { RedeemDone, Review } from '../features/redemptions/redeem-steps.tsx'
import { useDestinations, useRedemptionTerms } from '../features/redemptions/queries.ts'
import { chosenOf, usableOf } from '../features/redemptions/usable.ts'
import { WhatHappensNext } from '../features/redemptions/what-happens-next.tsx'
import { WhereTo } from '../features/redemptions/where-to.tsx'
import { useWallet } from '#web/features/wallet/shared/queries.ts'
import { useDraft } from '../platform/drafts.ts'
import { Button } from '../ui/button.tsx'
import { formatUsd, formatWholeUsd } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { StepMarks } from '../ui/step-marks.tsx'
import { AmountStep } from './crels-exchange-amount.tsx'
import { stepOf, useArrival, useRecordedStep } from './crels-exchange-steps.ts'
import classes from './crels-exchange.module.css'

const order = ['where', 'amount', 'review'] as const

/**
 * `/crels/exchange`: where to, how much, once more; then a payout. What crels are worth both ways. A price is held only
 * for a destination that can be used; who opens the page while one is goes on with it.
 */
export default function ExchangePage() {
  const rate = useRate()
  const wallet = useWallet()
  const terms = useRedemptionTerms()
  const destinations = useDestinations()
  const quote = useQuote()
  // For who comes back, from the tax form for one.
  const [kept, keepTyped, forgetTyped] = useDraft<Typed>('exchange', () => ({ direction: 'usd', text: '' }))
  const [typed, setTyped] = useState(kept)
  // The last one stays while another is asked for, and where that fails.
  const [price, setPrice] = useState<HeldQuote | null>(null)
  const [done, setDone] = useState<Redemption | null>(null)
  const heldQuote = useHeldQuote()
  const { recorded, record, arrival } = useRecordedStep()
  const [chosen, setChosen] = useState<Destination | null>(null)
  const places = destinations.data?.items ?? []
  const usable = usableOf(places)
  const destination = chosenOf(places, chosen)
  // An entry of the history may outlive its price: that of an amount which was changed since.
  const isLost = (recorded?.at === 'review' && !price) || (recorded?.at === 'done' && !done)
  const moved = isLost ? null : recorded
  const step = stepOf(moved, destination)
  const isAwaited = [destinations, terms].some(({ isPending, isPaused }) => isPending && !isPaused)
  const there = useQuoteLeft(heldQuote.quote) > 0 ? heldQuote.quote : null
  const isArriving = useArrival(arrival, {
    isKnown: heldQuote.isKnown && !isAwaited,
    // Unless another amount was typed since.
    moves: there !== null && destination !== null && isTypedFor(typed, there),
    move: resume,
  })
  const isAsked = !isArriving && (moved !== null || !isAwaited)
  const held = step.at === 'review' ? price : null
  const leftMs = useQuoteLeft(held)
  const computed = computeExchange(typed, rate.usdToCrels)
  const shown = held ?? computed?.price
  const available = wallet.data?.available

  /** Goes on with the price that is held. */
  function resume(): void {
    if (!there || !destination) return
    setTyped(typedFor(there))
    keepTyped(typedFor(there))
    setPrice(there)
    record({ at: 'review', destinationId: destination.id, isResumed: true }, { replace: true })
  }

  function askPrice(): void {
    if (!computed || !destination || quote.isPending) return
    quote.mutate(wishOf(typed, computed), {
      onSuccess: (quoted) => {
        setPrice(quoted)
        // Held again once it was over, it is the same step.
        record({ at: 'review', destinationId: destination.id }, { replace: step.at === 'review' })
      },
    })
  }

  function type(next: Typed): void {
    setTyped(next)
    keepTyped(next)
    // It was the price of another amount.
    setPrice(null)
  }

  function finish(redemption: Redemption): void {
    forgetTyped()
    setTyped({ direction: 'usd', text: '' })
    setDone(redemption)
    setPrice(null)
    heldQuote.forget()
    record({ at: 'done' }, { replace: true })
  }

  function again(): void {
    quote.reset()
    record({ at: 'amount' })
  }

  return (
    <Page title={m.pages_crels_exchange()} heading={m.exchange_heading()} aside={<RateLine rate={rate} />}>
      <div className={classes.layout}>
        <div className={classes.flow}>
          {step.at !== 'done' && (
            <StepMarks
              label={m.redemptions_steps()}
              steps={[m.redemptions_step_where(), m.redemptions_step_amount(), m.redemptions_step_review()]}
              current={order.indexOf(step.at)}
            />
          )}
          {!isAsked && (
            <Loading>
              <CardSkeleton lines={5} />
            </Loading>
          )}
          {isAsked && step.at !== 'done' && (
            <Obstacle
              terms={terms.data}
              usdCents={step.at === 'where' ? undefined : computed?.price.usdCents}
            />
          )}
          {isAsked && step.at === 'where' && (
            <WhereTo
              chosen={chosen}
              takesFocus={moved !== null}
              onChosen={(one) => {
                setChosen(one)
                const isForHeld = step.isOfReview && price !== null && price.endsAtMs > Date.now()
                record(isForHeld ? { at: 'review', destinationId: one.id } : { at: 'amount' })
              }}
              onCalculate={() => record({ at: 'amount' })}
              balance={balanceText()}
              missing={missingText()}
            />
          )}
          {isAsked && step.at === 'amount' && (
            <>
              <RateFailed rate={rate} />
              <AmountStep
                typed={typed}
                computed={computed}
                rate={rate}
                available={available}
                terms={terms.data}
                destination={destination}
                waiting={usable.at === 'later' ? usable.destination : null}
                missing={missingText()}
                takesFocus={moved !== null}
                isAsking={quote.isPending}
                onTyped={type}
                onWhere={() => record({ at: 'where' })}
                onContinue={askPrice}
              />
              {quote.isError && <Notice>{problemOf(quote.error).detail ?? m.exchange_quote_failed()}</Notice>}
            </>
          )}
          {step.at === 'review' && held && destination && (
            <Review
              amounts={held}
              destination={destination}
              isOver={leftMs === 0}
              onDone={finish}
              onBack={() => record({ at: 'amount' })}
              onWhere={() => record({ at: 'where', isOfReview: true })}
              hasOthers={places.filter(({ frozen }) => !frozen).length > 1}
              takesFocus={!step.isResumed}
            >
              <HeldPrice quote={held} leftMs={leftMs} wholeMs={(terms.data?.quoteMinutes ?? 0) * 60_000} />
              {quote.isError && <Notice>{problemOf(quote.error).detail ?? m.exchange_quote_failed()}</Notice>}
              {leftMs === 0 && (
                <Notice
                  tone="gold"
                  isNews
                  action={
                    <Button look="gold" size="s" loading={quote.isPending} onClick={askPrice}>
                      {m.exchange_hold_again()}
                    </Button>
                  }
                >
                  {m.exchange_over()}
                </Notice>
              )}
            </Review>
          )}
          {step.at === 'done' && done && <RedeemDone redemption={done} onAgain={again} />}
        </div>
        {step.at !== 'done' && (
          <div className={classes.side}>
            <FeesCard feeBps={shown?.feeBps} />
            <WhatHappensNext
              crels={shown && crelsText(shown.crels)}
              dollars={shown && formatUsd(shown.usdCents)}
              place={destination ? destinationText(destination) : undefined}
            />
          </div>
        )}
      </div>
    </Page>
  )

  /** The least that is paid out, for who has less. */
  function missingText(): string | null {
    if (available === undefined || !terms.data) return null
    const { netUsdCentsMin } = terms.data
    return (worthOf(available, rate)?.usdCents ?? 0) < netUsdCentsMin ? formatWholeUsd(netUsdCentsMin) : null
  }

  /** What there is to cash out, in crels and dollars. */
  function balanceText(): string {
    if (available === undefined) return ''
    const worth = worthOf(available, rate)
    return worth
      ? m.exchange_you_have({ crels: crelsText(available), dollars: formatUsd(worth.usdCents) })
      : m.exchange_you_have_crels({ crels: crelsText(available) })
  }
}
