import { lazy, Suspense, useRef, useState } from 'react'
import { m } from '#messages'
import type { JoinedEnrolment } from '#contracts/enrolments.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { newIdempotencyKey } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { useJoin } from './shared/queries.ts'
import classes from './join-action.module.css'

// With its form library only where a brand approves.
const ApplyDialog = lazy(async () => ({ default: (await import('./apply-dialog.tsx')).ApplyDialog }))

/** The one action of an open campaign: join at once, or write to the brand where it approves. */
export function JoinAction({
  campaignId,
  brandName,
  termsVersion,
  by,
  again,
  onJoined,
}: {
  campaignId: string
  brandName: string
  /** The terms on screen. */
  termsVersion: number
  by: 'open' | 'application'
  /** After it was left or declined: the words differ. */
  again?: boolean
  onJoined: (enrolment: JoinedEnrolment) => void
}) {
  const [applying, setApplying] = useState(false)
  // Kept until an answer arrives: a retry after a lost answer joins once.
  const key = useRef<string | null>(null)
  const join = useJoin((enrolment) => {
    key.current = null
    setApplying(false)
    onJoined(enrolment)
  })

  function ask(message?: string): void {
    key.current ??= newIdempotencyKey()
    join.mutate(
      { campaignId, termsVersion, message, idempotencyKey: key.current },
      {
        onError: (error) => {
          if (!(error instanceof ApiProblem)) return
          key.current = null
          // The new terms are behind the dialog: it closes, so that they are read first.
          if (error.code === 'terms_changed') setApplying(false)
        },
      },
    )
  }

  const failure = join.error && <Notice>{failureText(join.error)}</Notice>
  const label = again ? m.my_campaigns_reapply() : m.my_campaigns_apply()
  return (
    <div className={classes.action}>
      {!applying && failure}
      {by === 'open' ? (
        <Button look="gold" full onClick={() => ask()} loading={join.isPending}>
          {again ? m.my_campaigns_rejoin() : m.my_campaigns_join()}
        </Button>
      ) : (
        <Button look="gold" full onClick={() => setApplying(true)}>
          {label}
        </Button>
      )}
      <p className={classes.terms}>
        <a href="#terms">{m.my_campaigns_join_terms({ version: termsVersion })}</a>
      </p>
      {by === 'application' && (
        <Suspense fallback={null}>
          <ApplyDialog
            open={applying}
            onClose={() => setApplying(false)}
            brandName={brandName}
            termsVersion={termsVersion}
            onSend={ask}
            busy={join.isPending}
            failure={failure}
          />
        </Suspense>
      )}
    </div>
  )
}

function failureText(error: Error): string {
  if (!(error instanceof ApiProblem)) return m.my_campaigns_join_unanswered()
  if (error.code === 'terms_changed') return m.my_campaigns_terms_changed()
  return error.detail || m.my_campaigns_join_failed()
}
