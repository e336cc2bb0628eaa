import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { useRewards } from '../features/gamification/queries.ts'
import { ClaimableRewards, PastRewards, PendingRewards } from '../features/gamification/reward-lists.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './rewards.module.css'

/** `/rewards`: what I can claim now, what is on its way and why, and everything I was granted. */
export default function RewardsPage() {
  const list = useRewards()
  const first = list.data?.pages[0]
  return (
    <Page
      title={m.pages_rewards()}
      aside={
        <ButtonLink look="soft" size="s" to={paths.gamification}>
          {m.gamification_see_level()}
        </ButtonLink>
      }
    >
      {list.isPending && !list.isPaused && (
        <Loading>
          <CardSkeleton lines={3} />
          <CardSkeleton lines={4} />
        </Loading>
      )}
      {!first && (list.isError || list.isPaused) && (
        <ErrorState
          {...problemOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {first && (
        <div className={classes.layout}>
          <div className={classes.column}>
            <ClaimableRewards claimable={first.claimable} />
            <PendingRewards pending={first.pending} />
          </div>
          <PastRewards
            items={list.data?.pages.flatMap((page) => page.items) ?? []}
            onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            isLoadingMore={list.isFetchingNextPage}
          />
        </div>
      )}
    </Page>
  )
}
