import { lazy } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { EnrolmentList } from '../features/enrolments/enrolment-list.tsx'
import { useEnrolments } from '#web/features/enrolments/shared/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Part } from '../ui/part.tsx'
import { Page } from '../ui/page.tsx'

const ConversionClaimsSection = lazy(
  async () => await import('#web/features/conversion-claims/conversion-claims-section.tsx'),
)

/** `/my-campaigns`: every campaign of mine with its link and how it goes, and claims of what is missing in them. */
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
      <Claims />
    </Page>
  )
}

/** Only what was followed can be missing: for campaigns I am or was in. */
function Claims() {
  const list = useEnrolments()
  const joined = list.data?.pages.flatMap((page) => page.items).filter(({ joinedAt }) => joinedAt !== null)
  if (!joined?.length) return null
  return (
    <Part fallback={<div style={{ minHeight: 220 }} />}>
      <ConversionClaimsSection enrolments={joined} />
    </Part>
  )
}
