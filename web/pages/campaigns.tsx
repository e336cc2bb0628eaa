import { useLocation } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { CampaignBrowser } from '../features/campaigns/campaign-browser.tsx'
import type { CampaignSort } from '../features/campaigns/campaign-filters.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const views: { path: string; tab: () => string; title: () => string; sort?: CampaignSort }[] = [
  { path: paths.campaigns, tab: m.campaigns_tab_all, title: m.pages_campaigns },
  {
    path: paths.campaignsPopular,
    tab: m.campaigns_tab_popular,
    title: m.pages_campaigns_popular,
    sort: 'popular',
  },
  {
    path: paths.campaignsNewArrivals,
    tab: m.campaigns_tab_new,
    title: m.pages_campaigns_new_arrivals,
    sort: 'new',
  },
]

/** `/campaigns/all`, `…/popular` and `…/new-arrivals`: one list, three views of it. */
export default function CampaignsPage() {
  const { pathname } = useLocation()
  const view = views.find(({ path }) => pathname.replace(/\/$/, '') === path) ?? views.at(0)!
  return (
    <CampaignBrowser
      title={view.title()}
      heading={m.pages_campaigns()}
      path={view.path}
      sort={view.sort}
      tabs={views.map(({ path, tab }) => ({ path, label: tab(), current: path === view.path }))}
      empty={view.sort === 'new' ? <NothingNew /> : <NothingYet />}
    />
  )
}

function NothingNew() {
  return (
    <EmptyState
      heading={m.campaigns_none_new_heading()}
      hint={m.campaigns_none_new_hint()}
      action={<ButtonLink to={paths.campaignsPopular}>{m.campaigns_see_popular()}</ButtonLink>}
    />
  )
}

function NothingYet() {
  return <EmptyState heading={m.campaigns_none_yet_heading()} hint={m.campaigns_none_yet_hint()} />
}
