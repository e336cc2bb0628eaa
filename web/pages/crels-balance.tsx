import { lazy, useState } from 'react'
import { m } from '#messages'
import { useNextUnlocks } from '#web/features/earnings/shared/queries.ts'
import { useRate } from '#web/features/exchange/shared/queries.ts'
import { RateFailed } from '#web/features/exchange/shared/rate-failed.tsx'
import { worthText } from '../features/exchange/worth.ts'
import { useWallet } from '#web/features/wallet/shared/queries.ts'
import { WalletBalance } from '../features/wallet/wallet-balance.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Part } from '../ui/part.tsx'
import { problemOf } from '../ui/problem-of.ts'

const CrelsHow = lazy(async () => await import('./crels-how.tsx'))

/** The balance card, whole: wallet, rate and next unlock, with its own waiting and failing. For home and the wallet. */
export function CrelsBalance() {
  const wallet = useWallet()
  const rate = useRate()
  const next = useNextUnlocks()
  const [how, setHow] = useState(false)
  return (
    <>
      <WalletBalance
        wallet={wallet.data}
        isPending={wallet.isPending && !wallet.isPaused}
        worth={(crels) => worthText(crels, rate)}
        firstUnlockAt={next.data?.items[0]?.unlocksAt}
        onHow={() => setHow(true)}
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
