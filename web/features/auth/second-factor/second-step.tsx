import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { m } from '#messages'
import type { FactorProof } from '#contracts/second-factor.schemas.ts'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { passkeyActions } from '#web/platform/passkey-actions.ts'
import { secondFactorActions } from '#web/platform/second-factor-actions.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { authPaths } from '../auth-paths.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { MailedLinkOutcome } from '../mailed-link-outcome.tsx'
import { FactorForm } from './factor-form.tsx'
import classes from '../form.module.css'

/** The second step of the sign-in that this browser began, by password, mailed link or a provider. */
export function SecondStep() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { login } = authPaths(search)
  const [isExpired, setExpired] = useState(false)
  const step = useQuery({
    queryKey: ['identity', 'second-step'],
    queryFn: ({ signal }) => secondFactorActions.secondStep(signal),
    // Of one sign-in; the next asks anew.
    gcTime: 0,
    staleTime: Infinity,
  })

  async function confirm(proof: FactorProof): Promise<void> {
    try {
      await secondFactorActions.confirmSecondStep(proof)
    } catch (error) {
      if (error instanceof ApiProblem && isOver(error)) return setExpired(true)
      throw error
    }
    await navigate(safeRedirect(search.get('redirect')), { replace: true })
  }

  if (step.isPending)
    return (
      <Loading>
        <Skeleton height={52} radius={16} />
        <Skeleton height={52} radius={16} />
      </Loading>
    )
  if (!step.data)
    return (
      <ErrorState {...problemOf(step.error)} onRetry={() => void step.refetch()} retrying={step.isFetching} />
    )
  if (!step.data.pending || isExpired)
    return (
      <MailedLinkOutcome heading={m.auth_step_expired()} hint={m.auth_step_expired_hint()}>
        <ButtonLink to={login} replace>
          {m.auth_step_again()}
        </ButtonLink>
      </MailedLinkOutcome>
    )
  return (
    <>
      <FactorForm
        ways={step.data.pending.ways}
        submit={m.auth_step_submit()}
        askPasskey={async () => {
          try {
            return await passkeyActions.answerStep()
          } catch (error) {
            if (error instanceof ApiProblem && isOver(error)) setExpired(true)
            throw error
          }
        }}
        onProof={confirm}
      />
      <p className={classes.foot}>
        <LinkedSentence
          text={m.auth_step_back()}
          links={[
            (linkText) => (
              <Link to={login} replace>
                {linkText}
              </Link>
            ),
          ]}
        />
      </p>
    </>
  )
}

/** Too late, or the last wrong code or passkey. */
function isOver({ code, extra }: ApiProblem): boolean {
  return code === 'sign_in_expired' || extra.triesLeft === 0
}
