import type { Wallet } from '#contracts/wallet.schemas.ts'
import { DollarsRows } from '../features/exchange/dollars-rows.tsx'
import type { ShownRate } from '../features/exchange/rate.ts'
import { HowItAddsUp } from '../features/wallet/how-it-adds-up.tsx'

/** How the balance adds up and what it is in dollars, in a dialog; fetched when it is asked for. */
export default function CrelsHow({
  wallet,
  rate,
  onClose,
}: {
  wallet: Wallet | undefined
  rate: ShownRate
  onClose: () => void
}) {
  return (
    <HowItAddsUp
      open
      onClose={onClose}
      wallet={wallet}
      dollars={(crels) => <DollarsRows crels={crels} rate={rate} />}
    />
  )
}
