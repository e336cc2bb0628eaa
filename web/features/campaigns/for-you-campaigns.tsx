import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { Link } from 'react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { CardGrid, Section } from '#web/ui/page.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { CardsLoading } from './cards-loading.tsx'
import { fewOfBrands } from './spread-brands.ts'
import { useFewCampaigns } from './shared/queries.ts'

/** Campaigns that I could join, with what suits my industries and channels first, under a heading of their own. */
export function ForYouCampaigns({
  profile,
  count = 3,
}: {
  profile: { isKnown: boolean; parts?: unknown[] }
  count?: number
}) {
  // More than are shown: those shown are of different brands where there are enough.
  const few = useFewCampaigns({ sort: 'for_me' }, count * 3, profile)
  // One joined a moment ago is in the list until it is asked for again.
  const campaigns = fewOfBrands(
    (few.data?.items ?? []).filter(({ enrolment }) => enrolment?.state !== 'active'),
    count,
  )
  return (
    <Section
      heading={m.campaigns_for_you()}
      action={<Link to={`${paths.campaigns}?sort=for_me`}>{m.campaigns_see_all()}</Link>}
    >
      <Loaded query={few} waiting={<CardsLoading cards={count} />} saysStale>
        {() =>
          campaigns.length === 0 ? (
            <EmptyState
              heading={m.campaigns_for_you_empty_heading()}
              hint={m.campaigns_for_you_empty_hint()}
            />
          ) : (
            <CardGrid few={count === 3}>
              {campaigns.map((campaign) => (
                <CampaignCard key={campaign.id} campaign={campaign} level={3} />
              ))}
            </CardGrid>
          )
        }
      </Loaded>
    </Section>
  )
}
