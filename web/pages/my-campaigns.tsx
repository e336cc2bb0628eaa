import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { EnrolmentList } from '../features/enrolments/enrolment-list.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/** `/my-campaigns`: every campaign of mine with its link and how it goes. */
export default function MyCampaignsPage() {
  return (
    <Page
      title={m.pages_my_campaigns()}
      aside={
        <ButtonLink look="soft" size="s" to={paths.campaigns}>
          {m.my_campaigns_find_more()}
        </ButtonLink>
      }
    >
      <EnrolmentList />
    </Page>
  )
}
