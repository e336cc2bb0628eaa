import { useQuery } from '@tanstack/react-query'
import { getWallet } from '#contracts/wallet.endpoints.ts'
import { call } from '#web/platform/api.ts'

/** Available, pending, reserved and owed. */
export function useWallet() {
  return useQuery({
    queryKey: ['wallet', 'balances'],
    queryFn: ({ signal }) => call(getWallet, { signal }),
    meta: { live: ['balances', 'wallet'] },
  })
}
