import { m } from '#messages'
import type { Earning } from '#contracts/earnings.schemas.ts'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { publicName } from '#rules/public-texts.ts'
import { firstSteps, nextAction, type FirstSteps, type NextAction } from '#rules/next-action.ts'
import { useCheckInStatus } from '#web/features/check-in/shared/queries.ts'
import { useNextUnlocks } from '#web/features/earnings/shared/queries.ts'
import { useEnrolments } from '#web/features/enrolments/shared/queries.ts'
import { FirstStepsCard } from '../features/home/first-steps-card.tsx'
import { memberFacts, type HomeEnrolment } from '../features/home/member-facts.ts'
import { NextCard } from '../features/home/next-card.tsx'
import { useWallet } from '#web/features/wallet/shared/queries.ts'
import { useUser } from '../platform/user-document.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'

type What =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void; isRetrying: boolean }
  | { state: 'first-steps'; steps: FirstSteps; ready: Enrolment | undefined; applied: Enrolment | undefined }
  | {
      state: 'next'
      action: NextAction<HomeEnrolment>
      applied: Enrolment | undefined
      nextUnlock: Earning | undefined
    }

/** What a member is to do now, from all that is known of them. */
export function useWhatNow(): What {
  const user = useUser()
  const enrolments = useEnrolments()
  const wallet = useWallet()
  const unlocks = useNextUnlocks()

  const failed = [user, enrolments].find((query) => query.isError && !query.data)
  if (failed)
    return {
      state: 'failed',
      error: failed.error,
      retry: () => void failed.refetch(),
      isRetrying: failed.isFetching,
    }
  // A wallet that failed is known to have failed, and says so in its own place.
  if (!user.data || !enrolments.data || wallet.isPending || unlocks.isPending) return { state: 'loading' }

  const mine = enrolments.data.pages.flatMap(({ items }) => items)
  const facts = memberFacts(user.data, mine, wallet.data)
  const applied = mine.find(({ state }) => state === 'applied')
  const steps = wallet.data ? firstSteps(facts) : null
  if (!steps) return { state: 'next', action: nextAction(facts), applied, nextUnlock: unlocks.data?.items[0] }
  const ready = facts.enrolments.find(({ state, canShare }) => state === 'active' && canShare)?.enrolment
  return { state: 'first-steps', steps, ready, applied }
}

function nameOf({ brand, publicTitle }: Enrolment['campaign']): string {
  return publicName(brand.name, publicTitle)
}

/** A new member's first steps, or the one next action. */
export function WhatNow(what: What) {
  const checkIn = useCheckInStatus().data
  switch (what.state) {
    case 'loading':
      return (
        <Loading>
          <CardSkeleton lines={3} />
        </Loading>
      )
    case 'failed':
      return (
        <ErrorState
          heading={m.home_next_failed()}
          {...problemOf(what.error)}
          onRetry={what.retry}
          retrying={what.isRetrying}
        />
      )
    case 'first-steps': {
      const { steps, ready, applied } = what
      return (
        <FirstStepsCard
          steps={steps}
          link={
            ready?.link
              ? {
                  campaignId: ready.campaign.id,
                  name: nameOf(ready.campaign),
                  caption: ready.campaign.caption,
                  url: ready.link.url,
                }
              : null
          }
          hasApplied={applied !== undefined}
        />
      )
    }
    case 'next':
      return (
        <NextCard
          action={what.action}
          applied={what.applied}
          nextUnlock={what.nextUnlock}
          look={checkIn && !checkIn.isCheckedIn ? 'soft' : 'primary'}
        />
      )
  }
}
