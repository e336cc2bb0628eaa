import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { BadgeGrid } from '../features/gamification/badge-grid.tsx'
import { LevelCard } from '../features/gamification/level-card.tsx'
import { LevelUp } from '../features/gamification/level-up.tsx'
import { NextBest } from '../features/gamification/next-best.tsx'
import { useGamification } from '../features/gamification/queries.ts'
import { RewardCards } from '../features/gamification/reward-cards.tsx'
import { Celebration, News } from '../ui/celebration.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './gamification.module.css'

/** `/gamification`: level, what to do next, the four rewards, and badges with what earns each. */
export default function GamificationPage() {
  const status = useGamification()
  const [granted, setGranted] = useState(0)
  return (
    <Page title={m.pages_gamification()}>
      <LevelUp />
      <News>
        {granted > 0 && <Celebration text={m.gamification_granted({ points: formatNumber(granted) })} />}
      </News>
      <Loaded
        query={status}
        waiting={
          <Loading>
            <CardSkeleton lines={3} />
            <CardSkeleton lines={2} />
            <CardSkeleton lines={5} />
          </Loading>
        }
      >
        {(data) => (
          <>
            <div className={classes.top}>
              <LevelCard {...data} />
              <NextBest {...data.next} />
            </div>
            <Section
              heading={m.gamification_rewards_heading()}
              action={<Link to={paths.leaderboard}>{m.pages_leaderboard()}</Link>}
            >
              <RewardCards rewards={data.rewards} onGranted={setGranted} />
            </Section>
            <Section heading={m.gamification_badges_heading()}>
              <BadgeGrid badges={data.badges} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
