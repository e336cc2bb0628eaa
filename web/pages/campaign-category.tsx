import { useParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { CampaignBrowser } from '../features/campaigns/campaign-browser.tsx'
import { CardRate } from '#web/features/campaigns/shared/card-rate.ts'
import { useKnownRate } from '#web/features/exchange/shared/queries.ts'
import { useCategories } from '#web/features/campaigns/shared/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { NotFound } from './not-found-later.tsx'

/** `/campaigns/category/{category}`: one category's campaigns; a category that is none is a 404. */
export default function CampaignCategoryPage() {
  const { category: slug = '' } = useParams()
  const categories = useCategories()
  const rate = useKnownRate()
  const category = categories.data?.items.find((item) => item.slug === slug)
  if (categories.isPending && !categories.isPaused)
    return <PageSkeleton title={m.pages_campaign_category()} />
  if (categories.data && !category) return <NotFound />
  return (
    <CardRate value={rate}>
      <CampaignBrowser
        title={category?.name ?? m.pages_campaign_category()}
        intro={category?.description}
        path={paths.campaignCategory(slug)}
        category={slug}
        empty={
          <EmptyState
            heading={m.finding_none_yet_heading()}
            hint={m.finding_none_yet_hint()}
            action={<ButtonLink to={paths.campaigns}>{m.finding_back()}</ButtonLink>}
          />
        }
      />
    </CardRate>
  )
}
