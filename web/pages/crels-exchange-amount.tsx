import { m } from '#messages'
import type { Destination, RedemptionTerms } from '#contracts/redemptions.schemas.ts'
import { Calculator } from '../features/exchange/calculator.tsx'
import { Offers } from '../features/exchange/offers.tsx'
import type { ShownRate } from '../features/exchange/rate.ts'
import { withinLimits, type ComputedExchange, type Typed } from '../features/exchange/typed-amount.ts'
import { isHindered } from '../features/redemptions/obstacle.tsx'
import { destinationText, readyText } from '../features/redemptions/redemption-text.ts'
import { StepHeading } from '../features/redemptions/step-heading.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmailAddress } from '#web/ui/common/email-address.tsx'
import { formatNumber, formatSoon, formatUsd } from '#web/ui/common/format.ts'
import { useNow } from '../ui/use-now.ts'
import classes from './crels-exchange.module.css'

/** The second step: how much, both ways, and where it goes. It can be looked at without a destination. */
export function AmountStep({
  typed,
  computed,
  rate,
  available,
  terms,
  destination,
  waiting,
  missing,
  takesFocus,
  isAsking,
  onTyped,
  onWhere,
  onContinue,
}: {
  typed: Typed
  computed: ComputedExchange | null
  rate: ShownRate
  available: number | undefined
  terms: RedemptionTerms | undefined
  /** Where it goes; null while none can be used. */
  destination: Destination | null
  /** The one that can be used soonest, while none can be. */
  waiting: Destination | null
  /** The least that is paid out, in words, while I have less. */
  missing: string | null
  takesFocus: boolean
  isAsking: boolean
  onTyped: (typed: Typed) => void
  onWhere: () => void
  onContinue: () => void
}) {
  const now = useNow()
  const minimum = terms?.netUsdCentsMin
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

  return (
    <>
      <StepHeading takesFocus={takesFocus}>{m.redemptions_how_much()}</StepHeading>
      <Calculator
        typed={typed}
        computed={computed}
        rate={rate}
        available={available}
        error={error}
        onTyped={onTyped}
      />
      {computed && (
        <Offers computed={withinLimits(computed, { available, usdCentsMin: minimum })} onTyped={onTyped} />
      )}
      <Card className={classes.paidTo}>
        <span>
          {destination ? (
            <>
              {m.redemptions_review_to()}{' '}
              <b>
                <EmailAddress address={destinationText(destination)} />
              </b>
            </>
          ) : waiting ? (
            readyText(formatSoon(waiting.usableFrom, now), missing)
          ) : (
            m.redemptions_where_first()
          )}
        </span>
        <Button look="soft" size="s" onClick={onWhere}>
          {destination ? m.redemptions_change() : m.redemptions_step_where()}
        </Button>
      </Card>
      <Button
        look="gold"
        full
        loading={isAsking}
        disabled={
          !destination || !computed || error !== undefined || isHindered(terms, computed.price.usdCents)
        }
        onClick={onContinue}
      >
        {m.redemptions_continue()}
      </Button>
    </>
  )
}
