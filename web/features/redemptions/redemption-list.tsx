import type { ReactNode } from 'react'
import { m } from '#messages'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useRedemptions, useRedemptionTerms } from './queries.ts'
import { RedemptionCard } from './redemption-card.tsx'
import classes from './redemptions.module.css'

/** Every redemption of mine, newest first; `firstStep` is offered where there is none yet. */
export function RedemptionList({ firstStep }: { firstStep: ReactNode }) {
  const redemptions = useRedemptions()
  const terms = useRedemptionTerms()
  return (
    <Loaded
      query={redemptions}
      heading={m.redemptions_failed_to_load()}
      waiting={
        <Loading>
          <CardSkeleton lines={5} />
        </Loading>
      }
    >
      {(data) => {
        const items = data.pages.flatMap((page) => page.items)
        if (items.length === 0)
          return (
            <EmptyState
              heading={m.redemptions_empty()}
              hint={m.redemptions_empty_hint()}
              action={firstStep}
            />
          )
        return (
          <div className={classes.list}>
            {items.map((redemption) => (
              <RedemptionCard key={redemption.id} redemption={redemption} terms={terms.data} />
            ))}
            <LoadMoreOf query={redemptions} shown={items.length} label={m.wallet_load_more()} />
          </div>
        )
      }}
    </Loaded>
  )
}
