import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { DestinationList } from '../features/redemptions/destination-list.tsx'
import { destinationsId } from '../features/redemptions/payout-wait.tsx'
import { useRedemptions, useRedemptionTerms } from '../features/redemptions/queries.ts'
import { RedemptionList } from '../features/redemptions/redemption-list.tsx'
import { WhatHappensNext } from '../features/redemptions/what-happens-next.tsx'
import { useWallet } from '../features/wallet/shared/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LinkRow, LinkRows } from '../ui/rare/link-rows.tsx'
import { formatUsd } from '#web/ui/common/format.ts'
import { Page, Section } from '../ui/page.tsx'
import classes from './crels-redemptions.module.css'

/** `/crels/redemptions`: each with its state, its date and why; and where the dollars go. */
export default function RedemptionsPage() {
  const hasAny = (useRedemptions().data?.pages[0]?.items.length ?? 0) > 0
  const wallet = useWallet()
  const tax = useRedemptionTerms().data?.tax
  return (
    <Page
      title={m.pages_crels_redemptions()}
      aside={
        // Where there is none yet, the empty list has the one button.
        hasAny && (
          <ButtonLink look="soft" size="s" to={paths.crels('exchange')}>
            {m.wallet_redeem()}
          </ButtonLink>
        )
      }
    >
      <div className={classes.layout}>
        <div className={classes.column}>
          <RedemptionList firstStep={wallet.data && <FirstStep available={wallet.data.available} />} />
        </div>
        <div className={classes.column} id={destinationsId}>
          <Section heading={m.redemptions_destinations_heading()}>
            <DestinationList />
          </Section>
          <WhatHappensNext isAny />
          <LinkRows>
            <LinkRow to={paths.crels('wallet')}>{m.redemptions_entries()}</LinkRow>
            {tax && (
              <LinkRow
                to={paths.taxForm}
                note={
                  tax.hasForm
                    ? m.tax_card_done()
                    : m.tax_card_none({ threshold: formatUsd(tax.thresholdUsdCents) })
                }
              >
                {m.tax_card()}
              </LinkRow>
            )}
          </LinkRows>
        </div>
      </div>
    </Page>
  )
}

/** To a first payout: it has to be earned first. */
function FirstStep({ available }: { available: number }) {
  return available > 0 ? (
    <ButtonLink look="gold" to={paths.crels('exchange')}>
      {m.redemptions_empty_action()}
    </ButtonLink>
  ) : (
    <ButtonLink to={paths.campaigns}>{m.wallet_recent_browse()}</ButtonLink>
  )
}
