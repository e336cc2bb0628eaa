import { useState } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { useTaxState } from '../features/tax/queries.ts'
import { TaxFormFields } from '../features/tax/tax-form.tsx'
import { TaxSummary } from '../features/tax/tax-summary.tsx'
import classes from '../features/tax/tax.module.css'
import { useUser } from '../platform/user-document.ts'
import { ButtonLink } from '../ui/button.tsx'
import { formatUsd } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { utcDate } from '#rules/utc-date.ts'

/** `/profile/tax-form`: which form is asked for and why, and mine. Who comes from a payout goes back to it. */
export default function TaxFormPage() {
  const tax = useTaxState()
  const user = useUser()
  const location = useLocation()
  const today = utcDate(useNow())
  const [isChanging, setChanging] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const isRedeeming = (location.state as { isRedeeming?: true } | null)?.isRedeeming === true
  const state = tax.data
  const isFormOpen = state && (isChanging || !state.profile || !state.forms.includes(state.profile.form))
  return (
    <Page title={m.pages_tax_form()}>
      <div className={classes.page}>
        {(tax.isPending || user.isPending) && (
          <Loading>
            <CardSkeleton lines={5} />
          </Loading>
        )}
        {tax.isError && !state && (
          <ErrorState
            heading={m.tax_failed()}
            {...problemOf(tax.error)}
            onRetry={() => void tax.refetch()}
            retrying={tax.isFetching}
          />
        )}
        {state && state.regime === 'off' && (
          <div className={classes.intro}>
            <p>{m.tax_off()}</p>
            <p>{m.tax_off_hint()}</p>
            <ButtonLink look="soft" size="s" to={paths.profile}>
              {m.tax_to_profile()}
            </ButtonLink>
          </div>
        )}
        {state && state.regime !== 'off' && (
          <div className={classes.intro}>
            <p>{introText(state.regime, amounts(state))}</p>
            <p>{m.tax_sealed()}</p>
          </div>
        )}
        {isSaved && (
          <Notice
            tone="green"
            isNews
            action={
              <ButtonLink look="soft" size="s" to={paths.crels(isRedeeming ? 'exchange' : 'redemptions')}>
                {isRedeeming ? m.tax_back() : m.tax_to_redemptions()}
              </ButtonLink>
            }
          >
            <b>{m.tax_saved()}</b> {m.tax_saved_hint()}
          </Notice>
        )}
        {state && user.data && state.regime !== 'off' && isFormOpen && (
          <TaxFormFields
            state={state}
            known={{
              fullName: user.data.fullName,
              country: user.data.countryOfResidence,
              birthday: user.data.birthday,
            }}
            today={today}
            onDone={() => {
              setChanging(false)
              setSaved(true)
              scrollTo(0, 0)
            }}
          />
        )}
        {state?.profile && !isFormOpen && (
          <TaxSummary
            profile={state.profile}
            onChange={() => {
              setSaved(false)
              setChanging(true)
            }}
          />
        )}
      </div>
    </Page>
  )
}

function amounts({ thresholdUsdCents, yearUsdCents }: { thresholdUsdCents: number; yearUsdCents: number }) {
  return { threshold: formatUsd(thresholdUsdCents), paid: formatUsd(yearUsdCents) }
}

function introText(regime: 'us' | 'dac7', facts: { threshold: string; paid: string }): string {
  return regime === 'us' ? m.tax_intro_us(facts) : m.tax_intro_dac7(facts)
}
