import { m } from '#messages'
import type { PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { CardGrid, Section } from '#web/ui/page.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { CardsLoading } from './cards-loading.tsx'
import { useBrand } from './shared/queries.ts'

/** What else runs at the brand of a campaign that is closed, as a visitor may see it. Nothing while there is none. */
export function MoreFromBrand({ campaign: { id, brand } }: { campaign: PublicCampaign }) {
  const { data, isPending, isPaused } = useBrand(brand.slug)
  const others = data?.campaigns.filter((other) => other.id !== id).slice(0, 2) ?? []
  if (isPending && !isPaused) return <CardsLoading cards={2} />
  if (others.length === 0) return null
  return (
    <Section heading={m.campaigns_more_from_brand({ brand: brand.name })}>
      <CardGrid>
        {others.map((other) => (
          <CampaignCard key={other.id} campaign={other} level={3} />
        ))}
      </CardGrid>
    </Section>
  )
}
