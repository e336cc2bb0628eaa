import { m } from '#messages'
import type { CampaignCard as CampaignCardOf } from '#contracts/campaigns.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { CardGrid } from '#web/ui/page.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CampaignCard } from './campaign-card.tsx'
import { CardsLoading } from './cards-loading.tsx'
import type { CampaignFilters, CampaignSort } from './campaign-filters.ts'
import { eachOnce, spreadBrands } from './spread-brands.ts'
import { useCampaigns } from './shared/queries.ts'
import classes from './campaign-list.module.css'

/** Orders of ours, in which one place more or less says nothing. */
const freeOrders = new Set<CampaignSort>(['popular', 'for_me', 'suggested'])

/** Those one is in come last among suggestions. */
function isMine({ enrolment }: CampaignCardOf): boolean {
  return enrolment?.state === 'active' || enrolment?.state === 'applied'
}

/** Campaigns that fit the filters, without end; every state of it in its own place. */
export function CampaignList({
  filters,
  isFiltered,
  onClear,
  empty,
}: {
  filters: CampaignFilters
  isFiltered: boolean
  onClear: () => void
  /** When nothing is there although nothing is filtered. */
  empty: React.ReactNode
}) {
  const list = useCampaigns(filters)
  // Paused is offline: nothing is under way that a skeleton could announce.
  if (list.isPending && !list.isPaused) return <CardsLoading />
  if (!list.data || (list.isPlaceholderData && list.isPaused))
    return (
      <ErrorState {...problemOf(list.error)} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    )

  const pages = eachOnce(list.data.pages.map(({ items }) => items))
  // Where an order or a brand was asked for, it is kept.
  const isFree = freeOrders.has(filters.sort) && !filters.brand && !filters.q
  const isLast = filters.sort === 'suggested' ? isMine : undefined
  const campaigns = isFree ? spreadBrands(pages, list.hasNextPage, isLast) : pages.flat()
  const searchedFor = list.data.pages[0]?.searchedFor
  const failedRefresh = list.isError && !list.isFetchNextPageError
  return (
    <div className={classes.list} data-old={list.isPlaceholderData || undefined}>
      <p className="visually-hidden" role="status">
        {list.isPlaceholderData
          ? ''
          : m.finding_shown({ count: campaigns.length, amount: formatNumber(campaigns.length) })}
      </p>
      {failedRefresh && (
        <ErrorState
          {...problemOf(list.error)}
          heading={m.finding_refresh_failed()}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {searchedFor && filters.q && (
        <p className={classes.instead} role="status">
          {m.finding_searched_for({ typed: filters.q, meant: searchedFor })}
        </p>
      )}
      {campaigns.length === 0 &&
        (isFiltered ? (
          <EmptyState
            heading={m.finding_none_heading()}
            hint={m.finding_none_hint()}
            action={<Button onClick={onClear}>{m.finding_clear_filters()}</Button>}
          />
        ) : (
          empty
        ))}
      <CardGrid>
        {campaigns.map((campaign, at) => (
          <CampaignCard key={campaign.id} campaign={campaign} eager={at < 3} />
        ))}
      </CardGrid>
      <LoadMoreOf
        query={list}
        shown={campaigns.length}
        label={m.finding_load_more()}
        failure={m.finding_more_failed()}
      />
    </div>
  )
}
