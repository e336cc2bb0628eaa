import { useState } from 'react'
import { m } from '#messages'
import { BadgeGrid } from '../features/gamification/badge-grid.tsx'
import { LevelCard } from '../features/gamification/level-card.tsx'
import { NextBest } from '../features/gamification/next-best.tsx'
import { useGamification } from '../features/gamification/queries.ts'
import { RewardCards } from '../features/gamification/reward-cards.tsx'
import { Celebration } from '../ui/celebration.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatNumber } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './gamification.module.css'

/** `/gamification`: level, what to do next, the four rewards, and badges with what earns each. */
export default function GamificationPage() {
  const status = useGamification()
  const [granted, setGranted] = useState(0)
  return (
    <Page title={m.pages_gamification()}>
      <div role="status" className={classes.news}>
        {granted > 0 && <Celebration text={m.gamification_granted({ points: formatNumber(granted) })} />}
      </div>
      {status.isPending && !status.isPaused && (
        <Loading>
          <CardSkeleton lines={3} />
          <CardSkeleton lines={2} />
          <CardSkeleton lines={5} />
        </Loading>
      )}
      {!status.data && (status.isError || status.isPaused) && (
        <ErrorState
          {...problemOf(status.error)}
          onRetry={() => void status.refetch()}
          retrying={status.isFetching}
        />
      )}
      {status.data && (
        <>
          <div className={classes.top}>
            <LevelCard {...status.data} />
            <NextBest {...status.data.next} />
          </div>
          <Section heading={m.gamification_rewards_heading()}>
            <RewardCards rewards={status.data.rewards} onGranted={setGranted} />
          </Section>
          <Section heading={m.gamification_badges_heading()}>
            <BadgeGrid badges={status.data.badges} />
          </Section>
        </>
      )}
    </Page>
  )
}
