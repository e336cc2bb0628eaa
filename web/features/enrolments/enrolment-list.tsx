import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { problemOf } from '../../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../../ui/skeleton.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { EnrolmentCard } from './enrolment-card.tsx'
import { EnrolmentGhost } from './enrolment-ghost.tsx'
import { byTab, enrolmentTabs, type EnrolmentTab } from './enrolment-tabs.ts'
import { useEnrolments } from './queries.ts'
import classes from './enrolment-list.module.css'

const labels: Record<EnrolmentTab, () => string> = {
  active: m.my_campaigns_tab_active,
  pending: m.my_campaigns_tab_pending,
  done: m.my_campaigns_tab_done,
}

/** All my campaigns in three views; the address says which. */
export function EnrolmentList() {
  const [search] = useSearchParams()
  const list = useEnrolments()
  const enrolments = byTab(list.data?.pages.flatMap((page) => page.items) ?? [])
  const tab = enrolmentTabs.find((name) => name === search.get('tab')) ?? 'active'
  return (
    <>
      <TabLinks
        label={m.my_campaigns_tabs_label()}
        tabs={enrolmentTabs.map((name) => ({
          to: name === 'active' ? paths.myCampaigns : `${paths.myCampaigns}?tab=${name}`,
          label: labels[name](),
          current: name === tab,
          // Counts of a part of the list would be wrong.
          count: list.data && !list.hasNextPage ? enrolments[name].length : undefined,
        }))}
      />
      {list.isPending && !list.isPaused && (
        <Loading>
          <div className={classes.grid}>
            <CardSkeleton lines={4} />
            <CardSkeleton lines={4} />
          </div>
        </Loading>
      )}
      {(list.isError || (list.isPending && list.isPaused)) && (
        <ErrorState
          {...problemOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data && (
        <>
          {enrolments[tab].length === 0 && !list.hasNextPage && <Empty tab={tab} />}
          <div className={classes.grid}>
            {enrolments[tab].map((enrolment) => (
              <EnrolmentCard key={enrolment.id} enrolment={enrolment} />
            ))}
          </div>
          {list.hasNextPage && (
            <Button look="soft" onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
              {m.my_campaigns_load_more()}
            </Button>
          )}
        </>
      )}
    </>
  )
}

function Empty({ tab }: { tab: EnrolmentTab }) {
  if (tab === 'active') return <EnrolmentGhost />
  return tab === 'pending' ? (
    <EmptyState heading={m.my_campaigns_empty_pending_heading()} hint={m.my_campaigns_empty_pending_hint()} />
  ) : (
    <EmptyState heading={m.my_campaigns_empty_done_heading()} hint={m.my_campaigns_empty_done_hint()} />
  )
}
