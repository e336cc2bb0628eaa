import { lazy, Suspense, useState } from 'react'
import { m } from '#messages'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { useNow } from '#web/ui/use-now.ts'
import { ClaimCard } from './claim-card.tsx'
import { useConversionClaims } from './queries.ts'
import classes from './conversion-claims.module.css'

const ClaimDialog = lazy(async () => await import('./claim-dialog.tsx'))

/** Claims of missing conversions: a way to make one for a campaign I am or was in, and the status of mine. */
export default function ConversionClaimsSection({ enrolments }: { enrolments: Enrolment[] }) {
  const [open, setOpen] = useState(false)
  const [answerBy, setAnswerBy] = useState<string>()
  const list = useConversionClaims()
  const now = useNow()
  const claims = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={classes.section}>
      <Card className={classes.intro}>
        <h2>{m.conversion_claims_heading()}</h2>
        <p className={classes.note}>{m.conversion_claims_hint()}</p>
        {answerBy && (
          <Notice tone="green" isNews>
            {m.conversion_claims_sent({ date: formatDate(answerBy, now) })}
          </Notice>
        )}
        <Button look="soft" onClick={() => setOpen(true)}>
          {m.conversion_claims_claim()}
        </Button>
        {open && (
          <Suspense>
            <ClaimDialog
              open
              onClose={() => setOpen(false)}
              enrolments={enrolments}
              onSent={(claim) => {
                setOpen(false)
                setAnswerBy(claim.answerBy)
              }}
            />
          </Suspense>
        )}
      </Card>
      {list.isError && !list.isFetchNextPageError && (
        <ErrorState
          heading={m.conversion_claims_failed()}
          {...problemOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {claims.length > 0 && (
        <section className={classes.list} aria-labelledby="claims-list">
          <h2 id="claims-list">{m.conversion_claims_list()}</h2>
          {claims.map((claim) => (
            <ClaimCard key={claim.id} claim={claim} now={now} />
          ))}
          <LoadMoreOf query={list} shown={claims.length} label={m.conversion_claims_load_more()} />
        </section>
      )}
    </div>
  )
}
