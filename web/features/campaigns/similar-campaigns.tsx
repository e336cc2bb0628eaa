import { Link } from 'react-router'
import { m } from '#messages'
import type { PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { CardGrid, Section } from '#web/ui/page.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { CardsLoading } from './cards-loading.tsx'
import { fewOfBrands } from './spread-brands.ts'
import { useFewCampaigns } from './shared/queries.ts'

/**
 * Others of the same category that I could join. Nothing while there are none: a page about one campaign is whole
 * without.
 */
export function SimilarCampaigns({
  campaign,
  isAwaited,
}: {
  campaign: PublicCampaign
  /** Content follows below it: its room is taken while it loads. */
  isAwaited?: boolean
}) {
  const { slug } = campaign.category
  const { data, isPending, isPaused } = useFewCampaigns({ sort: 'for_me', category: slug }, 6)
  const others = fewOfBrands(
    (data?.items ?? []).filter(({ id }) => id !== campaign.id),
    isAwaited ? 2 : 3,
  )
  if (isAwaited && isPending && !isPaused) return <CardsLoading cards={2} />
  if (others.length === 0) return null
  return (
    <div id="similar">
      <Section
        heading={m.campaigns_similar_heading()}
        action={<Link to={paths.campaignCategory(slug)}>{m.campaigns_similar_all()}</Link>}
      >
        <CardGrid few>
          {others.map((other) => (
            <CampaignCard key={other.id} campaign={other} level={3} />
          ))}
        </CardGrid>
      </Section>
    </div>
  )
}
