import type { ReactNode } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { Destination, Redemption } from '#contracts/redemptions.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { FactorLink } from './factor-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { Coin } from '#web/ui/common/coin.tsx'
import { EmailAddress, TextWithAddress } from '#web/ui/common/email-address.tsx'
import { formatDateTime, formatNumber, formatUsd } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { PayoutWait } from './payout-wait.tsx'
import { useRedeem } from './queries.ts'
import { destinationText } from './redemption-text.ts'
import { StepHeading } from './step-heading.tsx'
import { TaxFormLink } from './tax-form-link.tsx'
import classes from './redemptions.module.css'

/** What is to be paid out. */
interface Amounts {
  id: string
  crels: number
  usdCents: number
}

/** Everything once more, then the one button that counts. */
export function Review({
  amounts,
  destination,
  onDone,
  onBack,
  onWhere,
  hasOthers,
  takesFocus,
  isOver,
  children,
}: {
  amounts: Amounts
  destination: Destination
  onDone: (redemption: Redemption) => void
  onBack: () => void
  /** Chooses another destination. */
  onWhere: () => void
  /** There are other destinations that can be used. */
  hasOthers: boolean
  takesFocus: boolean
  /** The price holds no more. */
  isOver: boolean
  /** The price, below the heading. */
  children: ReactNode
}) {
  const redeem = useRedeem(onDone)
  return (
    <>
      <StepHeading takesFocus={takesFocus}>{m.redemptions_review()}</StepHeading>
      {children}
      <Card className={classes.review}>
        <Rows>
          <Row>
            <span>{m.redemptions_review_pay()}</span>
            <b>{m.common_crels({ count: amounts.crels, amount: formatNumber(amounts.crels) })}</b>
          </Row>
          <Row>
            <span>{m.redemptions_review_receive()}</span>
            <b>{formatUsd(amounts.usdCents)}</b>
          </Row>
          <Row>
            <span>{m.redemptions_review_to()}</span>
            <b>
              <EmailAddress address={destinationText(destination)} />
            </b>
            {hasOthers && (
              <Button look="soft" size="s" onClick={onWhere}>
                {m.redemptions_change()}
              </Button>
            )}
          </Row>
        </Rows>
        <p className={classes.note}>{m.redemptions_review_hint()}</p>
      </Card>
      {redeem.isError && !isRecentLoginWanted(redeem.error) && (
        <Notice action={<Mending error={redeem.error} onWhere={onWhere} />}>
          {refusalText(redeem.error)}
        </Notice>
      )}
      <Button
        look="gold"
        full
        disabled={isOver}
        loading={redeem.isPending}
        onClick={() => redeem.mutate({ quoteId: amounts.id, destinationId: destination.id })}
      >
        {m.redemptions_submit({ dollars: formatUsd(amounts.usdCents) })}
      </Button>
      <Button look="plain" full onClick={onBack}>
        {m.redemptions_change_amount()}
      </Button>
    </>
  )
}

/** The way to what is missing. */
function Mending({ error, onWhere }: { error: unknown; onWhere: () => void }) {
  const refusal = error instanceof ApiProblem ? error : undefined
  if (refusal?.code === 'tax_profile_required') return <TaxFormLink />
  if (refusal?.extra.blockedBy === 'tax_form') return <TaxFormLink isThere />
  if (refusal?.extra.blockedBy === 'bank')
    return (
      <Button look="soft" size="s" onClick={onWhere}>
        {m.redemptions_change()}
      </Button>
    )
  return <FactorLink error={error} />
}

/** It is asked for: what happens next, and where to look. */
export function RedeemDone({ redemption, onAgain }: { redemption: Redemption; onAgain: () => void }) {
  const destination = destinationText(redemption.destination)
  return (
    <Card className={classes.done}>
      <Coin size={96} />
      <StepHeading>{m.redemptions_done({ dollars: formatUsd(redemption.usdCents) })}</StepHeading>
      <p>
        <TextWithAddress
          text={m.redemptions_done_hint({
            crels: m.common_crels({ count: redemption.crels, amount: formatNumber(redemption.crels) }),
            destination,
          })}
          address={destination}
        />
      </p>
      {redemption.waitsFor && <PayoutWait waitsFor={redemption.waitsFor} />}
      <ButtonLink full to={paths.crels('redemptions')}>
        {m.redemptions_done_follow()}
      </ButtonLink>
      <Button look="soft" full onClick={onAgain}>
        {m.redemptions_done_again()}
      </Button>
    </Card>
  )
}

/** The server's sentence, with the time where it names one; without an answer, that asking again asks for one. */
function refusalText(error: unknown): string {
  const detail = problemOf(error).detail ?? m.redemptions_unanswered()
  const until = error instanceof ApiProblem ? error.extra.until : undefined
  return typeof until === 'string'
    ? `${detail} ${m.redemptions_until({ time: formatDateTime(until) })}`
    : detail
}
