import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { TabLinks } from '#web/ui/rare/tab-links.tsx'
import { EnrolmentCard } from './enrolment-card.tsx'
import { EnrolmentGhost } from './enrolment-ghost.tsx'
import { byTab, enrolmentTabs, type EnrolmentTab } from './enrolment-tabs.ts'
import { useEnrolments } from './shared/queries.ts'
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
      <Loaded
        query={list}
        saysStale={!list.isFetchNextPageError}
        waiting={
          <Loading>
            <div className={classes.grid}>
              <CardSkeleton lines={4} />
              <CardSkeleton lines={4} />
            </div>
          </Loading>
        }
      >
        {() => (
          <>
            {enrolments[tab].length === 0 && !list.hasNextPage && <Empty tab={tab} />}
            <div className={classes.grid}>
              {enrolments[tab].map((enrolment) => (
                <EnrolmentCard key={enrolment.id} enrolment={enrolment} />
              ))}
            </div>
            <LoadMoreOf
              query={list}
              shown={Object.values(enrolments).flat().length}
              label={m.my_campaigns_load_more()}
            />
          </>
        )}
      </Loaded>
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
