import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { helpPath } from '#contracts/paths.ts'
import type { Earning } from '#contracts/earnings.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Rows } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { problemOf } from '#web/ui/problem-of.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useCheckedEarnings } from './checked-queries.ts'
import { EarningRow } from './earning-row.tsx'
import { earningTitle } from './earning-text.ts'
import classes from './checked-earnings.module.css'

// With its field only for those who have something to explain.
const ExplainDialog = lazy(async () => ({ default: (await import('./explain-dialog.tsx')).ExplainDialog }))

/** What is being checked, each with why, and a way to explain it; and the outcome. Nothing without any. */
export function CheckedEarnings() {
  const checked = useCheckedEarnings()
  const [explaining, setExplaining] = useState<Earning | null>(null)
  if (checked.isError)
    return (
      <ErrorState
        {...problemOf(checked.error)}
        heading={m.wallet_earnings_failed()}
        onRetry={() => void checked.refetch()}
        retrying={checked.isFetching}
      />
    )
  if (!checked.data || checked.data.items.length === 0) return null
  return (
    <Card>
      <h2>{m.wallet_checked_heading()}</h2>
      <p className={classes.why}>{m.wallet_checked_why()}</p>
      <Rows className={classes.rows}>
        {checked.data.items.map((earning) => (
          <EarningRow key={earning.id} earning={earning} compact>
            <MoreWhy reason={earning.reason} />
            <AppealText earning={earning} />
            {earning.state !== 'under_review' && earning.appeal?.state === 'refused' && (
              <Link className={classes.explain} to={helpPath('earning', earning.id)}>
                {m.common_write_to_us()}
              </Link>
            )}
            {earning.state === 'under_review' && (
              <Button
                className={classes.explain}
                look="soft"
                size="s"
                aria-label={explainLabel(earning)}
                onClick={() => setExplaining(earning)}
              >
                {earning.appeal ? m.wallet_checked_change() : m.wallet_checked_explain()}
              </Button>
            )}
          </EarningRow>
        ))}
      </Rows>
      {explaining && (
        <Suspense fallback={null}>
          <ExplainDialog earning={explaining} onClose={() => setExplaining(null)} />
        </Suspense>
      )}
    </Card>
  )
}

function explainLabel(earning: Earning): string {
  const which = { earning: earningTitle(earning) }
  return earning.appeal ? m.wallet_checked_change_which(which) : m.wallet_checked_explain_which(which)
}

// Not with the other words of earnings: those are on home, which has no byte to spare.
const more: Record<string, () => string> = {
  shared_destination: m.wallet_checked_shared_destination,
  rate_outlier: m.wallet_checked_rate_outlier,
  unconfirmed: m.wallet_checked_unconfirmed,
}

/** What the row's own words leave open. */
function MoreWhy({ reason }: { reason: string | null }) {
  const text = reason === null ? undefined : more[reason]
  return text && <span className={classes.why}>{text()}</span>
}

/** The explanation, and the outcome. */
function AppealText({ earning: { appeal, reason } }: { earning: Earning }) {
  const now = useNow()
  if (!appeal) return null
  const { message, at, state, answer, answeredAt } = appeal
  const date = answeredAt ? formatDate(answeredAt, now) : ''
  const outcome = {
    open: () => m.wallet_checked_open(),
    granted: () => m.wallet_checked_granted({ date }),
    refused: () =>
      // A refund ends the review; nobody decided.
      reason === 'refunded' ? m.wallet_checked_refunded({ date }) : m.wallet_checked_refused({ date }),
  }[state]()
  return (
    <span className={classes.appeal}>
      <span>{m.wallet_checked_said({ date: formatDate(at, now), message })}</span>
      <b>{outcome}</b>
      {answer && <span>{m.wallet_checked_answer({ answer })}</span>}
    </span>
  )
}
