import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getStatement, getWallet } from '#contracts/wallet.ts'
import { call } from '../../platform/api.ts'

/** The balances that have a statement. */
export const statementAccounts = ['available', 'pending', 'debt'] as const
export type StatementAccount = (typeof statementAccounts)[number]

/** Where the wallet is kept in the cache; the prefix invalidates all of it. */
export const walletKeys = {
  all: ['wallet'] as const,
  balances: ['wallet', 'balances'] as const,
  statement: (account: StatementAccount) => ['wallet', 'statement', account] as const,
  parts: ['wallet', 'parts'] as const,
}

/** Available, pending, held and owed. */
export function useWallet() {
  return useQuery({
    queryKey: walletKeys.balances,
    queryFn: ({ signal }) => call(getWallet, { signal }),
    meta: { live: ['balances'] },
  })
}

/** The entries behind one balance, newest first, page by page. */
export function useStatement(account: StatementAccount) {
  return useInfiniteQuery({
    queryKey: walletKeys.statement(account),
    queryFn: ({ pageParam, signal }) =>
      call(getStatement, { query: { account, cursor: pageParam, limit: 20 }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['balances'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** The last hundred entries of the available balance: enough to say how it adds up. */
export function useBalanceParts(enabled: boolean) {
  return useQuery({
    queryKey: walletKeys.parts,
    queryFn: ({ signal }) => call(getStatement, { query: { account: 'available', limit: 100 }, signal }),
    enabled,
    meta: { live: ['balances'] },
  })
}
