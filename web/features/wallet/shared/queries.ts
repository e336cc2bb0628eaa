import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getStatement, getWallet, getWalletSources } from '#contracts/wallet.endpoints.ts'
import { call } from '#web/platform/api.ts'

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

/** Where the wallet is kept in the cache. */
export const walletKeys = {
  balances: ['wallet', 'balances'] as const,
  statement: (filter: StatementFilter) => ['wallet', 'statement', filter] as const,
  sources: ['wallet', 'sources'] as const,
}

/** Available, pending, reserved and owed. */
export function useWallet() {
  return useQuery({
    queryKey: walletKeys.balances,
    queryFn: ({ signal }) => call(getWallet, { signal }),
    meta: { live: ['balances', 'wallet'] },
  })
}

/** What the server is asked for a filter: days and months begin where this browser's do, as the times in the list do. */
export function statementQuery(filter: StatementFilter) {
  return { ...filter, zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** The entries behind one balance, newest first, page by page. */
export function useStatement(filter: StatementFilter) {
  return useInfiniteQuery({
    queryKey: walletKeys.statement(filter),
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
    queryKey: walletKeys.sources,
    queryFn: ({ signal }) => call(getWalletSources, { signal }),
    meta: { live: ['balances', 'wallet'] },
  })
}
