import { lazy, useEffect, useState } from 'react'
import { m } from '#messages'
import { ProfileMeter } from '#web/features/account/profile-meter.tsx'
import { ForYouCampaigns } from '../features/campaigns/for-you-campaigns.tsx'
import { HomeCheckIn, StreakPill } from '../features/check-in/home-check-in.tsx'
import { WhatsNew } from '../features/notifications/whats-new.tsx'
import { useInbox } from '#web/features/notifications/shared/queries.ts'
import { dropWelcome, hasWelcome } from '#web/features/home/shared/welcome.ts'
import { useSession } from '../platform/session.ts'
import { useUser } from '../platform/user-document.ts'
import { CardRate } from '#web/features/campaigns/shared/card-rate.ts'
import { useKnownRate } from '#web/features/exchange/shared/queries.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Part } from '../ui/part.tsx'
import { CardSkeleton, Following, Loading } from '../ui/skeleton.tsx'
import { CrelsBalance } from './crels-balance.tsx'
import { useWhatNow, WhatNow } from './home-what-now.tsx'
import classes from './home.module.css'

// Far down the page, and for those who have earned something.
const RecentEarnings = lazy(async () => ({
  default: (await import('../features/earnings/recent-earnings.tsx')).RecentEarnings,
}))

/** `/`: the balance, the one thing to do next, campaigns for me, what I earned, and how complete my profile is. */
export default function HomePage() {
  const rate = useKnownRate()
  const member = useUser()
  const user = member.data
  const whatNow = useWhatNow()
  const [isWelcome] = useState(hasWelcome)
  useEffect(dropWelcome, [])
  const session = useSession()
  const name = user?.displayName || user?.fullName?.split(' ')[0] || session.user?.displayName || null
  const isNewsKnown = !useInbox().isLoading
  const isKnown = whatNow.state !== 'loading' && isNewsKnown
  const isNew = whatNow.state === 'first-steps'
  // New elements where the two change places: none slides past the other.
  const place = isNew ? 'second' : 'first'
  const hasMeter = user && !user.profileCompletion.isComplete

  const balance = (
    <div key={`balance-${place}`} className={classes.balance}>
      {/* A new member has nothing there yet. */}
      {!isNew && <CrelsBalance at="home" />}
      <HomeCheckIn quiet={isNew} />
    </div>
  )
  const now = (
    <div key={`now-${place}`} className={classes.now}>
      <WhatNow {...whatNow} />
      <WhatsNew />
    </div>
  )
  return (
    <Page title={m.pages_home()} heading={null}>
      <div className={classes.head}>
        <h1 tabIndex={-1}>{name ? m.home_hi({ name }) : isNew ? m.home_hello_new() : m.home_hello()}</h1>
        <StreakPill />
      </div>
      {isWelcome && (
        <Notice tone="green" isNews>
          {m.home_welcome()}
        </Notice>
      )}
      <div className={classes.grid} data-new={isNew || undefined} data-meter={hasMeter || undefined}>
        {/* In the order of the eye, so that the keyboard follows it: a new member has steps, not yet a balance. */}
        {isNew ? [now, balance] : [balance, now]}
        <Following when={isKnown} className={classes.campaigns}>
          <CardRate value={rate}>
            <ForYouCampaigns
              profile={{
                isKnown: !member.isPending,
                parts: [user?.countryOfResidence, user?.industries, user?.channels],
              }}
            />
          </CardRate>
        </Following>
        {!isNew && (
          <Following when={isKnown} className={classes.earnings}>
            <Part
              fallback={
                <Loading>
                  <CardSkeleton lines={4} />
                </Loading>
              }
            >
              <RecentEarnings count={4} />
            </Part>
          </Following>
        )}
        {hasMeter && (
          <div className={classes.meter}>
            <ProfileMeter {...user.profileCompletion} />
          </div>
        )}
      </div>
    </Page>
  )
}
