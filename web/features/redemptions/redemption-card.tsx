import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { helpPath } from '#contracts/paths.ts'
import type { Redemption, RedemptionTerms } from '#contracts/redemptions.schemas.ts'
import { returnsCrels } from '#rules/redemption-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { News } from '#web/ui/celebration.tsx'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { TextWithAddress } from '#web/ui/common/email-address.tsx'
import { formatDate, formatDateTime, formatNumber, formatUsd } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { PayoutWait } from './payout-wait.tsx'
import { useCancelRedemption } from './queries.ts'
import { destinationText, stateText, timelineOf } from './redemption-text.ts'
import classes from './redemptions.module.css'

/** A redemption with its amounts, where it goes, every state with its time, and why. */
export function RedemptionCard({
  redemption,
  terms,
}: {
  redemption: Redemption
  terms: RedemptionTerms | undefined
}) {
  const { state, crels, usdCents, destination, reason, reference, requestedAt, waitsFor } = redemption
  const text = stateText(state)
  const place = destinationText(destination)
  const hint = hintOf(redemption)
  const amount = crelsText(crels)
  const card = useRef<HTMLDivElement>(null)
  const [isCancelled, setCancelled] = useState(false)
  useFocusNext(card, isCancelled)
  return (
    <Card
      ref={card}
      tabIndex={-1}
      className={classes.redemption}
      role="article"
      aria-label={m.redemptions_named({ dollars: formatUsd(usdCents), date: formatDate(requestedAt) })}
    >
      <div className={classes.head}>
        <p className={classes.dollars}>{formatUsd(usdCents)}</p>
        <Pill tone={text.tone}>{text.name()}</Pill>
      </div>
      <p className={classes.note}>
        <TextWithAddress text={m.redemptions_for({ crels: amount, destination: place })} address={place} />
      </p>
      {reason && <Notice tone="gold">{m.redemptions_reason({ reason })}</Notice>}
      <News>{hint && <p>{hint}</p>}</News>
      {waitsFor && <PayoutWait waitsFor={waitsFor} />}
      <ol className={classes.timeline}>
        {timelineOf(redemption).map(({ state: step, at }) => (
          <li
            key={step}
            className={classes.step}
            data-done={at ? true : undefined}
            data-end={returnsCrels(step) || undefined}
          >
            <b>{stateText(step).name()}</b>
            <span className={classes.note}>{at ? formatDateTime(at) : m.redemptions_to_come()}</span>
          </li>
        ))}
      </ol>
      {reference && <p className={classes.note}>{m.redemptions_reference({ reference })}</p>}
      {redemption.isCancellable && (
        <Cancel redemption={redemption} terms={terms} onCancelled={() => setCancelled(true)} />
      )}
      <p className={classes.note}>
        <Link to={helpPath('payout', redemption.id)}>{m.redemptions_ask()}</Link>
      </p>
    </Card>
  )
}

/** What happens next, or what happened. While it waits that is not what usually comes. */
function hintOf({ state, crels, debtFilled, waitsFor }: Redemption): string | undefined {
  if (returnsCrels(state)) return backText(crels, debtFilled, cameBack)
  if (waitsFor?.reason === 'may_be_paid' || waitsFor?.reason === 'came_back') return undefined
  return waitsFor && state === 'approved' ? m.redemptions_waits_approved() : stateText(state).hint?.()
}

interface BackTexts {
  all: (of: { crels: string }) => string
  rest: (of: { owed: string; rest: string }) => string
  owed: (of: { crels: string }) => string
}
const cameBack: BackTexts = {
  all: m.redemptions_returned_hint,
  rest: m.redemptions_returned_rest,
  owed: m.redemptions_returned_owed,
}
const ifCancelled: BackTexts = {
  all: m.redemptions_cancel_text,
  rest: m.redemptions_cancel_rest,
  owed: m.redemptions_cancel_owed,
}

/** Where crels that come back are: what is owed is paid from them first. */
function backText(crels: number, owed: number, texts: BackTexts): string {
  if (owed === 0) return texts.all({ crels: crelsText(crels) })
  if (owed >= crels) return texts.owed({ crels: crelsText(crels) })
  return texts.rest({ owed: crelsText(owed), rest: crelsText(crels - owed) })
}

const crelsText = (crels: number) => m.common_crels({ count: crels, amount: formatNumber(crels) })

function Cancel({
  redemption,
  terms,
  onCancelled,
}: {
  redemption: Redemption
  terms: RedemptionTerms | undefined
  onCancelled: () => void
}) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancelRedemption(() => {
    setAsking(false)
    onCancelled()
  })
  if (terms?.cancelsAgainAt)
    return (
      <p className={classes.note}>
        {m.redemptions_cancel_again({
          days: terms.cancelsDays,
          time: formatDateTime(terms.cancelsAgainAt),
        })}
      </p>
    )
  return (
    <>
      <Button look="plain" size="s" onClick={() => setAsking(true)} className={classes.cancel}>
        {m.redemptions_cancel()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        heading={m.redemptions_cancel_heading()}
        confirm={m.redemptions_cancel()}
        dismiss={m.common_keep()}
        onConfirm={() => cancel.mutate(redemption.id)}
        busy={cancel.isPending}
        danger
      >
        <p>
          {backText(redemption.crels, terms?.debt ?? 0, ifCancelled)}{' '}
          {terms && m.redemptions_cancels_left({ count: terms.cancelsLeft, days: terms.cancelsDays })}
        </p>
        {cancel.isError && <Notice>{problemOf(cancel.error).detail ?? m.redemptions_unanswered()}</Notice>}
      </ConfirmDialog>
    </>
  )
}
