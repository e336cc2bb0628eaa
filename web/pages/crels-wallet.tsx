import { lazy } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { useCheckedEarnings } from '../features/earnings/checked-queries.ts'
import { useClicksUnderReview } from '../features/earnings/review-queries.ts'
import { nextUnlock } from '../features/earnings/next-unlock.ts'
import { NextUnlocks } from '../features/earnings/next-unlocks.tsx'
import { useNextUnlocks } from '#web/features/earnings/shared/queries.ts'
import { useRedemptionTerms } from '../features/redemptions/queries.ts'
import { typicalText } from '../features/redemptions/redemption-text.ts'
import { aboutDollars } from '../features/exchange/worth.ts'
import { useRate } from '#web/features/exchange/shared/queries.ts'
import { ReservedRedemptions } from '../features/redemptions/reserved-redemptions.tsx'
import { useWallet } from '#web/features/wallet/shared/queries.ts'
import { Statement } from '../features/wallet/statement.tsx'
import { WalletParts } from '../features/wallet/wallet-parts.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { LinkRow, LinkRows } from '../ui/rare/link-rows.tsx'
import { Part } from '../ui/part.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton, Following, Loading } from '../ui/skeleton.tsx'
import { CrelsBalance } from './crels-balance.tsx'
import classes from './crels-wallet.module.css'

// Only for those who have some: this screen has no byte to spare.
const CheckedEarnings = lazy(async () => ({
  default: (await import('../features/earnings/checked-earnings.tsx')).CheckedEarnings,
}))
const ClicksUnderReview = lazy(async () => ({
  default: (await import('../features/earnings/clicks-under-review.tsx')).ClicksUnderReview,
}))

/** `/crels/wallet`: one number, what explains it, what unlocks next, and every entry behind it. */
export function WalletPage() {
  const wallet = useWallet()
  const unlocks = useNextUnlocks()
  const checked = useCheckedEarnings()
  const rate = useRate()
  const typical = useRedemptionTerms().data?.typical
  const reviews = useClicksUnderReview().data?.items ?? []
  const next = unlocks.data && nextUnlock(unlocks.data)
  // Offline nothing more comes: what is there is shown, and the rest says why it is not.
  const isKnown = [wallet, unlocks, checked].every(({ isPending, isPaused }) => !isPending || isPaused)
  return (
    <Page title={m.pages_crels_wallet()}>
      <div className={classes.layout}>
        <div className={classes.balance}>
          <CrelsBalance
            at="wallet"
            typical={typical ? m.redemptions_typical({ time: typicalText(typical.paidHours) }) : undefined}
          />
        </div>
        <div className={classes.side}>
          {isKnown ? (
            <>
              <WalletParts
                wallet={wallet.data}
                reserved={<ReservedRedemptions crels={wallet.data?.reserved ?? 0} />}
                next={next && { ...next, crels: formatNumber(next.crels) }}
              />
              {(checked.isError || (checked.data?.items.length ?? 0) > 0) && (
                <Part fallback={<CardSkeleton lines={4} />}>
                  <CheckedEarnings />
                </Part>
              )}
              <NextUnlocks />
              {reviews.length > 0 && (
                <Part fallback={null}>
                  <ClicksUnderReview items={reviews} />
                </Part>
              )}
            </>
          ) : (
            <Loading>
              <CardSkeleton lines={3} />
              <CardSkeleton lines={5} />
            </Loading>
          )}
          <Following when={isKnown}>
            <nav aria-label={m.wallet_links_label()}>
              <LinkRows>
                <LinkRow to={paths.crels('about')}>{m.wallet_link_about()}</LinkRow>
                <LinkRow to={paths.crels('redemptions')}>{m.wallet_link_redemptions()}</LinkRow>
              </LinkRows>
            </nav>
          </Following>
        </div>
        <Following when={isKnown} className={classes.statement}>
          <Statement dollarsOf={(crels) => aboutDollars(crels, rate)} />
        </Following>
      </div>
    </Page>
  )
}
