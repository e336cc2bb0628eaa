import { randomInt, randomUUID } from 'node:crypto'
import { getAnalyticsSummary } from '#contracts/analytics.endpoints.ts'
import { listCampaigns } from '#contracts/campaigns.endpoints.ts'
import { getLeaderboard } from '#contracts/leaderboard.endpoints.ts'
import { placeOrder } from '#contracts/orders.endpoints.ts'
import { dailyCheckIn } from '#contracts/rewards.endpoints.ts'
import { getStatement, getWallet } from '#contracts/wallet.endpoints.ts'
import type { LoadRequest } from './load.ts'
import { reportRequests, type Convertible } from './make-convertible.ts'
import { orderBody } from './orders.ts'
import { memberEmail, memberPassword } from './sign-in-members.ts'
import { signInRequest } from './sign-in.ts'
import { nextDay, type BenchSite } from './site.ts'

/** An installation of a size, and what is asked of it. */
export interface Grown {
  site: BenchSite
  size: number
  /** The headers of their calls; the first has a fiftieth of all entries, the second twenty. */
  members: Record<string, string>[]
  sold: Convertible
  reported: number
  itemId: string
}

/** Something that people do, as requests to one installation, and the status of its answers. */
export interface Act {
  status: number
  /** Done at an installation before each round. */
  before?: (site: BenchSite) => Promise<void>
  requests(grown: Grown, count: number): LoadRequest[]
}

/** What is done most, by its name. */
export const acts: Record<string, Act> = {
  'a visit of a link that is not in memory': {
    status: 302,
    requests: ({ size }, count) =>
      times(count, () => ({
        path: `/s/bench-${randomInt(size)}`,
        headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x64) Firefox/${randomInt(100, 200)}.0` },
      })),
  },
  'a conversion, accepted and paid': {
    status: 201,
    requests: (grown, count) => {
      const clicks = grown.sold.clicks.slice(grown.reported, (grown.reported += count))
      return reportRequests(grown.sold, clicks)
    },
  },
  'a check-in': {
    status: 200,
    before: nextDay,
    requests: ({ members }) =>
      members.map((headers) => ({ method: 'POST' as const, path: dailyCheckIn.path, headers, body: '{}' })),
  },
  'the first page of a statement, of a fiftieth of all entries': {
    status: 200,
    requests: ({ members }, count) =>
      times(count, () => ({ path: `${getStatement.path}?limit=20`, headers: members[0]! })),
  },
  'a page of the leaderboard with one’s own place': {
    status: 200,
    requests: ({ members }, count) =>
      times(count, (index) => ({
        path: `${getLeaderboard.path}?limit=20&period=all`,
        headers: members[index % members.length]!,
      })),
  },
  'the first page of a statement, of twenty entries': {
    status: 200,
    requests: ({ members }, count) =>
      times(count, () => ({ path: `${getStatement.path}?limit=20`, headers: members[1]! })),
  },
  'the balances of the wallet': { status: 200, requests: asked(getWallet.path) },
  'a page of campaigns': { status: 200, requests: asked(`${listCampaigns.path}?limit=20&sort=popular`) },
  'thirty days of analytics': { status: 200, requests: asked(getAnalyticsSummary.path) },
  'a sign-in by password': {
    status: 200,
    requests: ({ site, members }, count) =>
      times(count, (index) => signInRequest(site, memberEmail(index % members.length), memberPassword)),
  },
  'an order in the shop': {
    status: 201,
    requests: ({ members, itemId }) =>
      members.map((headers) => ({
        method: 'POST' as const,
        path: placeOrder.path,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: orderBody(itemId),
      })),
  },
}

/** The same of each member in turn. */
function asked(path: string): Act['requests'] {
  return ({ members }, count) =>
    times(count, (index) => ({ path, headers: members[index % members.length]! }))
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
