import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { DestinationList } from '../features/redemptions/destination-list.tsx'
import { RedemptionList } from '../features/redemptions/redemption-list.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { LinkRow, LinkRows } from '../ui/link-rows.tsx'
import { Page, Section } from '../ui/page.tsx'

/** `/crels/redemptions`: each with its state, its date and why; and where the dollars go. */
export default function RedemptionsPage() {
  return (
    <Page
      title={m.pages_crels_redemptions()}
      narrow
      aside={
        <ButtonLink look="soft" size="s" to={paths.crels('exchange')}>
          {m.wallet_redeem()}
        </ButtonLink>
      }
    >
      <RedemptionList />
      <Section heading={m.redemptions_destinations_heading()}>
        <DestinationList />
      </Section>
      <LinkRows>
        <LinkRow to={paths.crels('wallet')}>{m.redemptions_entries()}</LinkRow>
      </LinkRows>
    </Page>
  )
}
