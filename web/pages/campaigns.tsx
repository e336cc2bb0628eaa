import { useLocation } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { CardRate } from '#web/features/campaigns/shared/card-rate.ts'
import { useKnownRate } from '#web/features/exchange/shared/queries.ts'
import { CampaignBrowser } from '../features/campaigns/campaign-browser.tsx'
import type { CampaignSort } from '../features/campaigns/campaign-filters.ts'
import { useNewArrivals } from '../features/campaigns/new-since.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import classes from './campaigns.module.css'

const views: { path: string; tab: () => string; title: () => string; sort?: CampaignSort }[] = [
  { path: paths.campaigns, tab: m.finding_tab_all, title: m.pages_campaigns },
  {
    path: paths.campaignsPopular,
    tab: m.finding_tab_popular,
    title: m.pages_campaigns_popular,
    sort: 'popular',
  },
  {
    path: paths.campaignsNewArrivals,
    tab: m.finding_tab_new,
    title: m.pages_campaigns_new_arrivals,
    sort: 'new',
  },
]

/** `/campaigns/all`, `…/popular` and `…/new-arrivals`: one list, three views of it, and the way to its categories. */
export default function CampaignsPage() {
  const { pathname } = useLocation()
  const view = views.find(({ path }) => pathname.replace(/\/$/, '') === path) ?? views.at(0)!
  const rate = useKnownRate()
  return (
    <CardRate value={rate}>
      <CampaignBrowser
        title={view.title()}
        heading={m.pages_campaigns()}
        path={view.path}
        sort={view.sort}
        tabs={[
          ...views.map(({ path, tab, sort }) => ({
            path,
            label: sort === 'new' ? <NewTab current={path === view.path}>{tab()}</NewTab> : tab(),
            current: path === view.path,
          })),
          { path: paths.campaignCategories, label: m.finding_tab_categories(), current: false },
        ]}
        empty={view.sort === 'new' ? <NothingNew /> : <NothingYet />}
      />
    </CardRate>
  )
}

/**
 * The new arrivals, with a dot where there are some. By itself: it knows of them only in the browser, right after the page
 * is taken over, and the list need not be drawn once more for that.
 */
function NewTab({ current, children }: { current: boolean; children: React.ReactNode }) {
  const hasNew = useNewArrivals(current)
  if (!hasNew) return children
  return (
    <span className={classes.new}>
      {children}
      <span className="visually-hidden"> {m.finding_new_since()}</span>
    </span>
  )
}

function NothingNew() {
  return (
    <EmptyState
      heading={m.finding_none_new_heading()}
      hint={m.finding_none_new_hint()}
      action={<ButtonLink to={paths.campaignsPopular}>{m.finding_see_popular()}</ButtonLink>}
    />
  )
}

function NothingYet() {
  return <EmptyState heading={m.finding_none_yet_heading()} hint={m.finding_none_yet_hint()} />
}
