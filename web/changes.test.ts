import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAccountSecurity, useChangePassword, useSessions } from './features/auth/security/queries.ts'
import {
  useConfirmAuthenticator,
  useSecondFactors,
  useWaysIn,
} from './features/auth/security/factor-queries.ts'
import { useCampaign } from '#web/features/campaigns/shared/queries.ts'
import { useCheckIn, useCheckInMonth, useCheckInStatus } from '#web/features/check-in/shared/queries.ts'
import { useClaimConversion, useConversionClaims } from '#web/features/conversion-claims/queries.ts'
import { useAppeal, useCheckedEarnings } from './features/earnings/checked-queries.ts'
import {
  useEnrolmentStatistics,
  useEnrolments,
  useJoin,
  useLeave,
} from '#web/features/enrolments/shared/queries.ts'
import { useFriends } from './features/friends/queries.ts'
import { useFollow, useGamification, useHolderPrize, useRewards } from './features/gamification/queries.ts'
import { useClaimMonth, useMonthlyClaim } from './features/monthly-claim/queries.ts'
import { usePoints, usePointsHistory } from './features/points/queries.ts'
import {
  useAddDestination,
  useCancelRedemption,
  useDestinations,
  useRedeem,
  useRedemptions,
  useRedemptionTerms,
  useRemoveDestination,
  useSetReminder,
} from './features/redemptions/queries.ts'
import { useShare, useShares } from './features/shares/queries.ts'
import {
  useCreateMany,
  useCreateShortlink,
  useEditShortlink,
  useRemoveShortlink,
  useShortlink,
  useShortlinks,
} from './features/shortlinks/queries.ts'
import { useWallet } from '#web/features/wallet/shared/queries.ts'
import { useStatement, useWalletSources } from './features/wallet/statement-queries.ts'
import { ApiProblem, NetworkFailure } from './platform/api-problem.ts'
import { queryClient } from './platform/query-client.ts'

const none = () => {}

/** Every query that a mutation may change. */
function Queries() {
  useAccountSecurity()
  useSessions()
  useSecondFactors()
  useWaysIn()
  useCampaign('cmp_1', true)
  useCheckInStatus()
  useCheckInMonth('2026-02')
  useConversionClaims()
  useCheckedEarnings()
  useEnrolments()
  useEnrolmentStatistics('enr_1', 'active')
  useGamification()
  useRewards()
  useMonthlyClaim()
  usePoints()
  usePointsHistory(undefined)
  useRedemptions()
  useRedemptionTerms()
  useDestinations()
  useFriends()
  useShares()
  useShortlinks('')
  useShortlink('lnk_1')
  useWallet()
  useStatement({ account: 'available' })
  useWalletSources()
  return null
}

const enrolments = ['enrolments list', 'enrolments in', 'campaigns one']
const granted = ['gamification', 'rewards', 'friends', 'shares', 'points balance', 'points history']
const checkedIn = ['check-in now', 'check-in month', 'monthly-claim', ...granted]
const payouts = ['redemptions list', 'redemptions terms', 'redemptions destinations']
const wallet = ['wallet balances', 'wallet statement', 'wallet sources']
const security = ['identity security', 'identity sessions', 'identity second-factors', 'identity ways-in']

type When = 'success' | 'refusal' | 'failure'
const success: When[] = ['success']
const always: When[] = ['success', 'refusal', 'failure']

/** Which mutation has which queries read again, and after what. */
const pairs: [
  name: string,
  use: () => { mutate: (variables: never) => void },
  reread: string[],
  after: When[],
][] = [
  ['Join', () => useJoin(none), enrolments, ['success', 'refusal']],
  ['Leave', () => useLeave(none), enrolments, success],
  ['Follow', useFollow, granted, always],
  ['HolderPrize', useHolderPrize, granted, always],
  ['Appeal', () => useAppeal(none), ['earnings checked'], always],
  ['Claim', () => useClaimConversion(none), ['conversion-claims'], success],
  ['CheckIn', useCheckIn, checkedIn, always],
  ['ClaimMonth', useClaimMonth, ['monthly-claim', ...granted], always],
  ['Share', useShare, ['shares'], always],
  ['CreateShortlink', useCreateShortlink, ['shortlinks list'], always],
  ['CreateMany', useCreateMany, ['shortlinks list'], success],
  ['EditShortlink', () => useEditShortlink('lnk_1'), ['shortlinks list'], success],
  ['RemoveShortlink', () => useRemoveShortlink('lnk_1'), ['shortlinks list'], success],
  [
    'AddDestination',
    () => useAddDestination(none),
    ['redemptions destinations', 'redemptions terms'],
    success,
  ],
  ['SetReminder', useSetReminder, ['redemptions destinations', 'redemptions terms'], success],
  [
    'RemoveDestination',
    () => useRemoveDestination(none),
    ['redemptions destinations', 'redemptions terms'],
    success,
  ],
  ['Redeem', () => useRedeem(none), [...payouts, ...wallet], success],
  ['CancelRedemption', () => useCancelRedemption(none), [...payouts, ...wallet], success],
  ['ChangePassword', useChangePassword, [...security, ...payouts], success],
  ['ConfirmAuthenticator', useConfirmAuthenticator, [...security, ...payouts], success],
]

const answers: Record<When, () => Promise<unknown>> = {
  success: () => Promise.resolve({ id: 'one', made: 1, campaign: { id: 'cmp_1' } }),
  refusal: () =>
    Promise.reject(
      new ApiProblem({ type: '', title: '', status: 409, code: 'conflict', detail: '', requestId: '' }, null),
    ),
  failure: () => Promise.reject(new NetworkFailure(null)),
}

beforeEach(() => {
  queryClient.clear()
  // What is said to analytics has no page to be said in.
  vi.stubGlobal('dispatchEvent', none)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
})

it.each(pairs)('%s: what it changed is read again', async (_name, use, reread, after) => {
  for (const when of Object.keys(answers) as When[]) {
    expect(await invalidatedBy(use, when), when).toEqual(after.includes(when) ? reread.toSorted() : [])
  }
})

/** The first two words of the keys of all queries that are out of date after a mutation that had this answer. */
async function invalidatedBy(
  use: () => { mutate: (variables: never) => void },
  when: When,
): Promise<string[]> {
  queryClient.clear()
  let mutation: { mutate: (variables: never) => void } | undefined
  function Mutation() {
    mutation = use()
    return null
  }
  render(Queries)
  render(Mutation)
  for (const query of queryClient.getQueryCache().getAll()) query.setData({ pages: [], pageParams: [] })

  const cache = queryClient.getMutationCache()
  const build = cache.build.bind(cache)
  vi.spyOn(cache, 'build').mockImplementation((client, options) =>
    build(client, { ...options, mutationFn: answers[when] } as typeof options),
  )
  mutation!.mutate({ body: {}, idempotencyKey: 'key' } as never)
  await vi.waitFor(() => expect(cache.getAll().at(-1)?.state.status).toMatch(/success|error/), 10_000)
  vi.restoreAllMocks()
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => inShort(queryKey))
    .toSorted()
}

function inShort(key: QueryKey): string {
  return key
    .slice(0, 2)
    .filter((part) => typeof part === 'string')
    .join(' ')
}

function render(component: () => null): void {
  renderToString(createElement(QueryClientProvider, { client: queryClient }, createElement(component)))
}
