import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getStatement, getWallet } from '#contracts/wallet.endpoints.ts'
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
  parts: ['wallet', 'parts'] as const,
}

/** Available, pending, reserved and owed. */
export function useWallet() {
  return useQuery({
    queryKey: walletKeys.balances,
    queryFn: ({ signal }) => call(getWallet, { signal }),
    meta: { live: ['balances', 'wallet'] },
  })
}

/** What the server is asked for a filter: dates begin where this browser's day does, as the times in the list do. */
export function statementQuery(filter: StatementFilter) {
  return filter.from || filter.to
    ? { ...filter, zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
    : filter
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

/** The last hundred entries of the available balance: enough to say how it adds up. */
export function useBalanceParts(enabled: boolean) {
  return useQuery({
    queryKey: walletKeys.parts,
    queryFn: ({ signal }) => call(getStatement, { query: { account: 'available', limit: 100 }, signal }),
    enabled,
    meta: { live: ['balances', 'wallet'] },
  })
}
