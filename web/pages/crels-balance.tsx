import { useState } from 'react'
import { m } from '#messages'
import { useNextUnlocks } from '../features/earnings/queries.ts'
import { DollarsRows } from '../features/exchange/dollars-rows.tsx'
import { useRate } from '../features/exchange/queries.ts'
import { worthWords } from '../features/exchange/worth.ts'
import { HowItAddsUp } from '../features/wallet/how-it-adds-up.tsx'
import { useWallet } from '../features/wallet/queries.ts'
import { WalletBalance } from '../features/wallet/wallet-balance.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { problemOf } from '../ui/problem-of.ts'

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
        worth={(crels) => worthWords(crels, rate)}
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
      <HowItAddsUp
        open={how}
        onClose={() => setHow(false)}
        wallet={wallet.data}
        dollars={(crels) => <DollarsRows crels={crels} rate={rate} />}
      />
    </>
  )
}
