import { useState } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { Destination, Redemption } from '#contracts/redemptions.schemas.ts'
import { Calculator } from '../features/exchange/calculator.tsx'
import { HeldPrice, useQuoteLeft } from '../features/exchange/held-price.tsx'
import { Offers } from '../features/exchange/offers.tsx'
import { useQuote, useRate } from '#web/features/exchange/shared/queries.ts'
import { RateFailed } from '#web/features/exchange/shared/rate-failed.tsx'
import { RateLine } from '../features/exchange/rate-line.tsx'
import { computeExchange, wishOf, withinLimits, type Typed } from '../features/exchange/typed-amount.ts'
import { isHindered, Obstacle } from '../features/redemptions/obstacle.tsx'
import { useRedemptionTerms } from '../features/redemptions/queries.ts'
import { ChooseDestination, RedeemDone, Review } from '../features/redemptions/redeem-steps.tsx'
import { useWallet } from '#web/features/wallet/shared/queries.ts'
import { Button } from '../ui/button.tsx'
import { formatNumber, formatUsd } from '#web/ui/common/format.ts'
import { LinkRow, LinkRows } from '../ui/link-rows.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { StepMarks } from '../ui/step-marks.tsx'
import classes from './crels-exchange.module.css'

/** Where a redemption is on its way through this page. */
type Step =
  | { at: 'amount' }
  | { at: 'destination'; chosen: Destination | null }
  | { at: 'review'; destination: Destination }
  | { at: 'done'; redemption: Redemption }

/** `/crels/exchange`: what crels are worth both ways, a quote, and the way to the dollars. */
export default function ExchangePage() {
  const rate = useRate()
  const wallet = useWallet()
  const terms = useRedemptionTerms()
  const quote = useQuote()
  const [typed, setTyped] = useState<Typed>({ direction: 'usd', text: '' })
  const [step, setStep] = useState<Step>({ at: 'amount' })
  const held = step.at === 'amount' || step.at === 'done' ? null : (quote.data ?? null)
  const leftMs = useQuoteLeft(held)
  const computed = computeExchange(typed, rate.usdToCrels)
  const available = wallet.data?.available
  const minimum = terms.data?.netUsdCentsMin
  const error = amountError()

  function amountError(): string | undefined {
    if (typed.text.trim() === '') return undefined
    if (!computed) return m.exchange_not_an_amount()
    const { usdCents, crels } = computed.price
    if (minimum !== undefined && usdCents < minimum)
      return m.exchange_below_minimum({ minimum: formatUsd(minimum), more: formatUsd(minimum - usdCents) })
    if (available !== undefined && crels > available)
      return m.exchange_too_much({
        more: m.common_crels({ count: crels - available, amount: formatNumber(crels - available) }),
      })
    return undefined
  }

  function hold(next: Step = { at: 'destination', chosen: null }): void {
    if (!computed || quote.isPending) return
    quote.mutate(wishOf(typed, computed), { onSuccess: () => setStep(next) })
  }

  function again(): void {
    quote.reset()
    setTyped({ direction: 'usd', text: '' })
    setStep({ at: 'amount' })
  }

  return (
    <Page title={m.pages_crels_exchange()} aside={<RateLine rate={rate} />} narrow>
      <div className={classes.flow}>
        {step.at !== 'done' && (
          <StepMarks
            label={m.redemptions_steps()}
            steps={[
              m.redemptions_step_amount(),
              m.redemptions_step_destination(),
              m.redemptions_step_review(),
            ]}
            current={['amount', 'destination', 'review'].indexOf(step.at)}
          />
        )}
        {step.at === 'amount' && (
          <>
            <RateFailed rate={rate} />
            <Obstacle terms={terms.data} />
            <Calculator
              typed={typed}
              computed={computed}
              rate={rate}
              available={available}
              error={error}
              onTyped={setTyped}
            />
            {computed && (
              <Offers
                computed={withinLimits(computed, { available, usdCentsMin: minimum })}
                onTyped={setTyped}
              />
            )}
            {quote.isError && <Notice>{problemOf(quote.error).detail ?? m.exchange_quote_failed()}</Notice>}
            <Button
              full
              loading={quote.isPending}
              disabled={!computed || error !== undefined || isHindered(terms.data)}
              onClick={() => hold()}
            >
              {m.exchange_hold({ minutes: terms.data?.quoteMinutes ?? 10 })}
            </Button>
          </>
        )}
        {held && <HeldPrice quote={held} leftMs={leftMs} />}
        {held && leftMs === 0 && (
          <Notice
            tone="gold"
            action={
              <Button look="gold" size="s" loading={quote.isPending} onClick={() => hold(step)}>
                {m.exchange_hold_again()}
              </Button>
            }
          >
            {m.exchange_over()}
          </Notice>
        )}
        {step.at === 'destination' && (
          <>
            <ChooseDestination
              chosen={step.chosen}
              isOver={leftMs === 0}
              onChosen={(destination) => setStep({ at: 'review', destination })}
            />
            <Button look="plain" full onClick={() => setStep({ at: 'amount' })}>
              {m.redemptions_other_amount()}
            </Button>
          </>
        )}
        {step.at === 'review' && held && (
          <Review
            amounts={held}
            destination={step.destination}
            isOver={leftMs === 0}
            onDone={(redemption) => setStep({ at: 'done', redemption })}
            onBack={() => setStep({ at: 'destination', chosen: step.destination })}
          />
        )}
        {step.at === 'done' && <RedeemDone redemption={step.redemption} onAgain={again} />}
        <nav aria-label={m.wallet_links_label()}>
          <LinkRows>
            <LinkRow to={paths.crels('redemptions')}>{m.wallet_link_redemptions()}</LinkRow>
            <LinkRow to={paths.crels('wallet')}>{m.pages_crels_wallet()}</LinkRow>
            <LinkRow to={paths.crels('about')}>{m.wallet_link_about()}</LinkRow>
          </LinkRows>
        </nav>
      </div>
    </Page>
  )
}
