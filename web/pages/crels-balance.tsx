import { lazy, useState } from 'react'
import { m } from '#messages'
import { useRate } from '#web/features/exchange/shared/queries.ts'
import { RateFailed } from '#web/features/exchange/shared/rate-failed.tsx'
import { aboutDollars, worthText } from '../features/exchange/worth.ts'
import { useWallet } from '#web/features/wallet/shared/queries.ts'
import { WalletBalance } from '../features/wallet/wallet-balance.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Part } from '../ui/part.tsx'
import { problemOf } from '../ui/problem-of.ts'

const CrelsHow = lazy(async () => await import('./crels-how.tsx'))

/**
 * The balance card, whole: wallet, rate and forecast, with its own waiting and failing. On home it leads to the wallet;
 * there it can be cashed out and says how it adds up.
 */
export function CrelsBalance({ at, typical }: { at: 'home' | 'wallet'; typical?: string }) {
  const wallet = useWallet()
  const rate = useRate()
  const [how, setHow] = useState(false)
  return (
    <>
      <WalletBalance
        wallet={wallet.data}
        isPending={wallet.isPending && !wallet.isPaused}
        worth={(crels) => worthText(crels, rate)}
        about={(crels) => aboutDollars(crels, rate)}
        typical={typical}
        onHow={at === 'wallet' ? () => setHow(true) : undefined}
      />
      {(wallet.isError || (wallet.isPending && wallet.isPaused)) && (
        <ErrorState
          {...problemOf(wallet.error)}
          heading={wallet.data ? m.wallet_stale_balance() : m.wallet_failed_balance()}
          onRetry={() => void wallet.refetch()}
          retrying={wallet.isFetching}
        />
      )}
      <RateFailed rate={rate} />
      {how && (
        <Part>
          <CrelsHow wallet={wallet.data} rate={rate} onClose={() => setHow(false)} />
        </Part>
      )}
    </>
  )
}
