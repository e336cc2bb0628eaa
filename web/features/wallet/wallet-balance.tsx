import { Link } from 'react-router'
import { m } from '#messages'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { BalanceCard } from '#web/ui/balance-card.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatDate, formatMonth, formatNumber } from '#web/ui/common/format.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import classes from './wallet-balance.module.css'

/** What is pending, entry by entry, below why and until when. */
const pendingPath = withQuery(paths.crels('wallet'), { account: 'pending' })

/**
 * The one huge number with what explains it: dollars after the fee, and what unlocks when. Emerald where there is money
 * to spend; with none it is a quiet card of the same size.
 */
export function WalletBalance({
  wallet,
  isPending,
  worth,
  about,
  typical,
  onHow,
}: {
  /** Undefined while it is not known: a dash, never 0. */
  wallet: Wallet | undefined
  isPending: boolean
  /** In words; the rate is another feature's. */
  worth: (crels: number) => string
  /** Dollars of a forecast, in words; null where it is too little to be any. */
  about: (crels: number) => string | null
  /** How long a payout usually takes, in words, where that is known. */
  typical?: string
  /** Opens how it adds up; without it the card leads to the wallet, where that is. */
  onHow?: () => void
}) {
  const hasCrels = (wallet?.available ?? 1) > 0
  return (
    <BalanceCard
      label={
        <span className={classes.label}>
          {m.wallet_available_label()}
          {!onHow && <Link to={paths.crels('wallet')}>{m.wallet_open()}</Link>}
        </span>
      }
      value={wallet?.available}
      detail={
        wallet ? (
          <>
            <p>
              {hasCrels ? worth(wallet.available) : m.wallet_nothing_yet()}
              {hasCrels && typical && ` · ${typical}`}
            </p>
            {wallet.pending > 0 && (
              <Link className={classes.forecast} to={pendingPath}>
                <Forecast wallet={wallet} about={about} />
              </Link>
            )}
          </>
        ) : isPending ? (
          <>
            <TextSkeleton widths={['55%']} />
            <span className={classes.forecast} />
          </>
        ) : (
          m.wallet_failed_balance()
        )
      }
      actions={
        onHow &&
        (hasCrels ? (
          <>
            <ButtonLink look="gold" to={paths.crels('exchange')}>
              {m.wallet_redeem()}
            </ButtonLink>
            <Button look="ghost" onClick={onHow}>
              {m.wallet_how()}
            </Button>
          </>
        ) : (
          <ButtonLink to={paths.campaigns}>{m.wallet_recent_browse()}</ButtonLink>
        ))
      }
    />
  )
}

/** `≈ $29 unlocks in December`, `first on 4 Dec`. */
function Forecast({ wallet, about }: { wallet: Wallet; about: (crels: number) => string | null }) {
  const { unlocking, pending } = wallet
  if (!unlocking) return <span>{m.wallet_pending_some({ crels: formatNumber(pending) })}</span>
  const dollars = about(unlocking.crels)
  const month = formatMonth(unlocking.month)
  // By the profile's time zone, as the month is: this browser's may have another date then.
  const date = formatDate(`${unlocking.firstOn}T12:00`)
  return (
    <>
      <b>
        {dollars
          ? m.wallet_forecast({ dollars, month })
          : m.wallet_forecast_crels({ crels: formatNumber(unlocking.crels), month })}
      </b>
      <span>{m.wallet_forecast_first({ date })}</span>
    </>
  )
}
