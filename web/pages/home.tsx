import { useEffect, useState } from 'react'
import { m } from '#messages'
import { firstSteps, nextAction } from '#rules/next-action.ts'
import { ProfileMeter } from '../features/account/profile-meter.tsx'
import { ForYouCampaigns } from '../features/campaigns/for-you-campaigns.tsx'
import { useNextUnlocks } from '../features/earnings/queries.ts'
import { useEnrolments } from '../features/enrolments/queries.ts'
import { FirstStepsCard } from '../features/home/first-steps-card.tsx'
import { greeting } from '../features/home/greeting.ts'
import { memberFacts } from '../features/home/member-facts.ts'
import { NextCard } from '../features/home/next-card.tsx'
import { dropWelcome, hasWelcome } from '../features/home/welcome.ts'
import { useWallet } from '../features/wallet/queries.ts'
import { useUser } from '../platform/user-document.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import classes from './home.module.css'

/** `/`: the balance, the one thing to do next, campaigns for me, what I earned, and how complete my profile is. */
export default function HomePage() {
  const user = useUser().data
  const now = useNow()
  const [isWelcome] = useState(hasWelcome)
  useEffect(dropWelcome, [])
  const name = user?.displayName || user?.fullName?.split(' ')[0] || null
  return (
    <Page title={m.pages_home()} heading={null}>
      <h1 className={classes.greeting} tabIndex={-1}>
        {greeting(name, now)}
      </h1>
      {isWelcome && <Notice tone="green">{m.home_welcome()}</Notice>}
      <div className={classes.grid}>
        <WhatNow />
        <div className={classes.wide}>
          <ForYouCampaigns country={user?.countryOfResidence} />
        </div>
        {user && !user.profileCompletion.isComplete && <ProfileMeter {...user.profileCompletion} />}
      </div>
    </Page>
  )
}

/** A new member's first steps, or the one next action. */
function WhatNow() {
  const user = useUser()
  const enrolments = useEnrolments()
  const wallet = useWallet()
  const unlocks = useNextUnlocks(1)
  const failed = [user, enrolments].find((query) => query.isError && !query.data)
  if (failed)
    return (
      <ErrorState
        heading={m.home_next_failed()}
        {...problemOf(failed.error)}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    )
  if (!user.data || !enrolments.data || wallet.isPending || unlocks.isPending)
    return (
      <Loading>
        <CardSkeleton lines={1} />
      </Loading>
    )
  const mine = enrolments.data.pages.flatMap(({ items }) => items)
  const facts = memberFacts(user.data, mine, wallet.data)
  const steps = firstSteps(facts)
  const applied = mine.find(({ state }) => state === 'applied')
  if (!steps)
    return <NextCard action={nextAction(facts)} applied={applied} nextUnlock={unlocks.data?.items[0]} />
  const ready = facts.enrolments.find(({ state, canShare }) => state === 'active' && canShare)?.enrolment
  return (
    <FirstStepsCard
      steps={steps}
      link={ready?.link ? { campaign: ready.campaign.title, url: ready.link.url } : null}
      hasApplied={applied !== undefined}
    />
  )
}
