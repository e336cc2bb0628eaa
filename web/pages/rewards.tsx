import { useState } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { useRewards } from '../features/gamification/queries.ts'
import {
  ClaimableRewards,
  MissedRewards,
  PastRewards,
  PendingRewards,
} from '../features/gamification/reward-lists.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Celebration, News } from '../ui/celebration.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { ClaimButton } from './claim-button.tsx'
import classes from './two-columns.module.css'

/** `/rewards`: what I can claim now, what is on its way and why, and everything I was granted. */
export default function RewardsPage() {
  const list = useRewards()
  const [granted, setGranted] = useState(0)
  return (
    <Page
      title={m.pages_rewards()}
      aside={
        <ButtonLink look="plain" size="s" to={paths.points}>
          {m.gamification_all_ways()}
        </ButtonLink>
      }
    >
      <News>
        {granted > 0 && <Celebration text={m.gamification_granted({ points: formatNumber(granted) })} />}
      </News>
      <Loaded
        query={list}
        waiting={
          <Loading>
            <CardSkeleton lines={3} />
            <CardSkeleton lines={4} />
          </Loading>
        }
      >
        {({ pages }) => (
          <div className={classes.layout}>
            <div className={classes.column}>
              <ClaimableRewards
                claimable={pages[0]!.claimable}
                claim={({ reward, platform }, name) => (
                  <ClaimButton
                    isNamed
                    reward={reward}
                    platform={platform}
                    name={name}
                    onGranted={setGranted}
                  />
                )}
              />
              <PendingRewards pending={pages[0]!.pending} />
              <MissedRewards missed={pages[0]!.missed} />
            </div>
            <PastRewards items={pages.flatMap((page) => page.items)} query={list} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
