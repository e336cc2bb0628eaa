import { queryOptions } from '@tanstack/react-query'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import { REDEMPTION_QUEUES, type OperatorQueue } from '#contracts/operator-home.constants.ts'
import { getOperatorHome } from '#contracts/operator-home.endpoints.ts'
import { call } from './api.ts'

/**
 * What waits, and how the installation is: asked for each minute while the console is open, which keeps no session
 * alive.
 */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: async ({ signal }) => await call(getOperatorHome, { signal, headers: { 'x-background': '1' } }),
  refetchInterval: 60_000,
})

/** The screen where each queue is worked off, and its address there; a queue without a screen is not here. */
export const queueScreens: Partial<Record<OperatorQueue, { screen: ConsoleScreen; query?: string }>> = {
  applications: { screen: 'applications' },
  conversions: { screen: 'review' },
  clicks: { screen: 'review', query: 'kind=clicks' },
  shares: { screen: 'review', query: 'kind=shares' },
  invitations: { screen: 'review', query: 'kind=invitations' },
  claims: { screen: 'claims' },
  redemptions: { screen: 'redemptions' },
  payouts: redemptionsOf('payouts'),
  sending: redemptionsOf('sending'),
  'payout-mismatches': redemptionsOf('payout-mismatches'),
  'restored-payouts': redemptionsOf('restored-payouts'),
  'restored-codes': { screen: 'shop' },
  'payout-runs': { screen: 'payouts' },
  seasons: { screen: 'seasons' },
  support: { screen: 'support' },
  orders: { screen: 'orders' },
  abuse: { screen: 'abuse' },
  deletions: { screen: 'deletions' },
  'pending-acts': { screen: 'approvals' },
}

function redemptionsOf(queue: keyof typeof REDEMPTION_QUEUES) {
  return { screen: 'redemptions', query: String(new URLSearchParams(REDEMPTION_QUEUES[queue])) } as const
}
