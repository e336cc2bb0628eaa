import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getStatement, getWalletSources } from '#contracts/wallet.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { browserZone } from '#web/platform/browser-zone.ts'

/** The balances that have a statement. */
export const statementAccounts = ['available', 'pending', 'debt'] as const
export type StatementAccount = (typeof statementAccounts)[number]

/** Which entries are shown: of one balance, of one kind, between two dates of this browser's zone. */
export interface StatementFilter {
  account: StatementAccount
  kind?: string
  from?: string
  to?: string
}

/** What the server is asked for a filter: days and months begin where this browser's do, as the times in the list do. */
export function statementQuery(filter: StatementFilter) {
  return { ...filter, zone: browserZone() }
}

/** The entries behind one balance, newest first, page by page. */
export function useStatement(filter: StatementFilter) {
  return useInfiniteQuery({
    queryKey: ['wallet', 'statement', filter],
    queryFn: ({ pageParam, signal }) =>
      call(getStatement, { query: { ...statementQuery(filter), cursor: pageParam, limit: 20 }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['balances', 'wallet'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** What each campaign paid, and what left the account. */
export function useWalletSources() {
  return useQuery({
    queryKey: ['wallet', 'sources'],
    queryFn: ({ signal }) => call(getWalletSources, { signal }),
    meta: { live: ['balances', 'wallet'] },
  })
}
