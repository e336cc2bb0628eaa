import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { CategoryGrid } from '../features/campaigns/category-grid.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** `/campaigns/categories`: every category with its count. */
export default function CampaignCategoriesPage() {
  return (
    <Page
      title={m.pages_campaign_categories()}
      aside={
        <ButtonLink look="plain" size="s" to={paths.campaigns}>
          {m.finding_back()}
        </ButtonLink>
      }
    >
      <CategoryGrid />
    </Page>
  )
}
