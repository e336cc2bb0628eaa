import { m } from '#messages'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { BalanceCard } from '#web/ui/balance-card.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

/** The one huge number with what explains it: dollars after the fee, what is pending and when the first unlocks. */
export function WalletBalance({
  wallet,
  isPending,
  worth,
  firstUnlockAt,
  onHow,
}: {
  /** Undefined while it is not known: a dash, never 0. */
  wallet: Wallet | undefined
  isPending: boolean
  /** In words; the rate is another feature's. */
  worth: (crels: number) => string
  firstUnlockAt: string | undefined
  onHow: () => void
}) {
  return (
    <BalanceCard
      label={m.wallet_available_label()}
      value={wallet?.available}
      detail={
        wallet ? (
          <>
            {wallet.available > 0 && <p>{worth(wallet.available)}</p>}
            <p>{pendingText(wallet.pending, firstUnlockAt)}</p>
          </>
        ) : isPending ? (
          <TextSkeleton widths={['55%', '80%']} />
        ) : (
          m.wallet_failed_balance()
        )
      }
      actions={
        <>
          <ButtonLink look="gold" to={paths.crels('exchange')}>
            {m.wallet_redeem()}
          </ButtonLink>
          <Button look="ghost" onClick={onHow}>
            {m.wallet_how()}
          </Button>
        </>
      }
    />
  )
}

function pendingText(pending: number, firstUnlockAt: string | undefined): string {
  if (pending === 0) return m.wallet_pending_nothing()
  const crels = formatNumber(pending)
  return firstUnlockAt
    ? m.wallet_pending_first({ crels, date: formatDate(firstUnlockAt) })
    : m.wallet_pending_some({ crels })
}
