import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import type { Gamification } from '#contracts/gamification.schemas.ts'
import { paths } from '#contracts/paths.ts'
import type { RewardProgram } from '#contracts/rewards.constants.ts'
import type { NextReward } from '#rules/next-reward.ts'
import { BadgeGrid } from '../features/gamification/badge-grid.tsx'
import { LevelCard } from '../features/gamification/level-card.tsx'
import { NextBest } from '../features/gamification/next-best.tsx'
import { useGamification } from '../features/gamification/queries.ts'
import { rewardName } from '../features/gamification/reward-text.ts'
import { WayRows } from '../features/points/way-row.tsx'
import { Celebration, News } from '../ui/celebration.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { ClaimButton } from './claim-button.tsx'
import { CheckInRow, FollowRow, FriendRow, HolderRow } from './reward-rows.tsx'
import classes from './gamification.module.css'

/** `/gamification`: level and streak, what to do next, badges with what earns each, and the four rewards. */
export default function GamificationPage() {
  const status = useGamification()
  const [granted, setGranted] = useState(0)
  return (
    <Page title={m.pages_gamification()}>
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
              <NextBest next={data.next} claim={<NextClaim {...data.next} onGranted={setGranted} />} />
            </div>
            <Section heading={m.gamification_badges_heading()}>
              <BadgeGrid badges={data.badges} />
            </Section>
            <Section
              heading={m.gamification_rewards_heading()}
              action={<Link to={paths.points}>{m.gamification_all_ways()}</Link>}
            >
              <WayRows>
                <CheckInRow checkIn={data.rewards.dailyCheckIn} onGranted={setGranted} />
                <HolderRow prize={data.rewards.holderPrize} onGranted={setGranted} />
                <FriendRow friends={data.rewards.friendInvitation} />
                <FollowRow platforms={data.rewards.socialFollow} onGranted={setGranted} />
              </WayRows>
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const claimed: Partial<Record<NextReward, RewardProgram>> = {
  check_in: 'daily-check-in',
  monthly_claim: 'monthly-claim',
  holder_prize: 'holder-prize',
  follow: 'social-follow',
}

/** The button of the best thing to do next, where that is a reward to claim. */
function NextClaim({
  action,
  platform,
  onGranted,
}: Gamification['next'] & { onGranted: (points: number) => void }) {
  const reward = claimed[action]
  if (!reward) return null
  return (
    <ClaimButton
      reward={reward}
      platform={platform}
      name={rewardName(reward, platform)}
      onGranted={onGranted}
    />
  )
}
