import { queryOptions } from '@tanstack/react-query'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import { REDEMPTION_QUEUES, type OperatorQueue } from '#contracts/operator-home.constants.ts'
import { getOperatorHome } from '#contracts/operator-home.endpoints.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
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

/** Where a queue is worked off: a screen, what it takes to open it, and its address there. */
interface QueuePlace {
  screen: ConsoleScreen
  permission: OperatorPermission
  query?: string
}

/** The list that each queue counts. */
export const queueScreens: Record<OperatorQueue, QueuePlace> = {
  applications: { screen: 'applications', permission: 'read.members' },
  conversions: { screen: 'review', permission: 'read.members' },
  clicks: { screen: 'review', permission: 'read.members', query: 'kind=clicks' },
  shares: { screen: 'review', permission: 'read.members', query: 'kind=shares' },
  invitations: { screen: 'review', permission: 'read.members', query: 'kind=invitations' },
  claims: { screen: 'claims', permission: 'read.members' },
  redemptions: { screen: 'redemptions', permission: 'read.money' },
  payouts: redemptionsOf('payouts'),
  sending: redemptionsOf('sending'),
  'payout-mismatches': redemptionsOf('payout-mismatches'),
  'restored-payouts': redemptionsOf('restored-payouts'),
  'restored-codes': { screen: 'shop', permission: 'read' },
  'payout-runs': { screen: 'payouts', permission: 'read.money', query: 'state=open' },
  seasons: { screen: 'seasons', permission: 'read.members' },
  support: { screen: 'support', permission: 'read.members' },
  orders: { screen: 'orders', permission: 'read.members' },
  abuse: { screen: 'abuse', permission: 'read.members' },
  deletions: { screen: 'deletions', permission: 'read' },
  'pending-acts': { screen: 'approvals', permission: 'read', query: 'state=to_approve' },
}

function redemptionsOf(queue: keyof typeof REDEMPTION_QUEUES) {
  return {
    screen: 'redemptions',
    permission: 'read.money',
    query: String(new URLSearchParams(REDEMPTION_QUEUES[queue])),
  } as const
}
