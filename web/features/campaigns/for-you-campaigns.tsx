import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CardGrid, Section } from '../../ui/page.tsx'
import { problemOf } from '../../ui/problem-of.ts'
import { CampaignCard } from './campaign-card.tsx'
import { CardsLoading } from './campaign-list.tsx'
import { useFewCampaigns } from './queries.ts'

/** Enough to fill the shown ones after those I am in already are left out. */
const asked = 12

/** Popular campaigns open to people in my country that I have not joined, under a heading of their own. */
export function ForYouCampaigns({
  country,
  isCountryKnown,
  count = 3,
}: {
  country?: string | null
  /** Not asked before: the campaigns of every country would be replaced a moment later. */
  isCountryKnown: boolean
  count?: number
}) {
  const few = useFewCampaigns({ sort: 'popular', country: country ?? undefined }, asked, isCountryKnown)
  const campaigns = few.data?.items.filter(({ enrolment }) => enrolment === null).slice(0, count)
  return (
    <Section
      heading={m.campaigns_for_you()}
      action={<Link to={paths.campaigns}>{m.campaigns_see_all()}</Link>}
    >
      {few.isPending && !few.isPaused && <CardsLoading cards={count} />}
      {(few.isError || (few.isPending && few.isPaused)) && (
        <ErrorState {...problemOf(few.error)} onRetry={() => void few.refetch()} retrying={few.isFetching} />
      )}
      {campaigns?.length === 0 && (
        <EmptyState heading={m.campaigns_for_you_empty_heading()} hint={m.campaigns_for_you_empty_hint()} />
      )}
      {campaigns && campaigns.length > 0 && (
        <CardGrid>
          {campaigns.map((campaign) => (
            <CampaignCard key={campaign.id} campaign={campaign} level={3} />
          ))}
        </CardGrid>
      )}
    </Section>
  )
}
