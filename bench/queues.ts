import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { listOperatedApplications } from '#contracts/operator-applications.endpoints.ts'
import { listAuditLog } from '#contracts/operator-audit.endpoints.ts'
import { listClaims } from '#contracts/operator-claims.endpoints.ts'
import { listOperatedConversions } from '#contracts/operator-conversions.endpoints.ts'
import { getOperatorHome } from '#contracts/operator-home.endpoints.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { listLedgerAccounts } from '#contracts/operator-ledger.endpoints.ts'
import { listInboxOrders } from '#contracts/operator-orders.endpoints.ts'
import { getPayoutRun, listPayoutRuns, listPayouts } from '#contracts/operator-payout-runs.endpoints.ts'
import { listOperatedRedemptions } from '#contracts/operator-redemptions.endpoints.ts'
import { listReviewGroups, listReviews } from '#contracts/operator-reviews.endpoints.ts'
import { searchAsOperator } from '#contracts/operator-search.endpoints.ts'
import { listOperatedRequests } from '#contracts/operator-support.endpoints.ts'
import { listOperators } from '#contracts/operators.endpoints.ts'
import { countedEachCallMax } from '#server/modules/queues/last-count.ts'
import { operatorBearer } from '#testing/operators.ts'
import { measuredRun } from './fill-payouts.ts'
import { fillQueues } from './fill-queues.ts'
import { load } from './load.ts'
import { makeConvertible } from './make-convertible.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

/** One operator beside another. */
const connections = 2

/** Where the filled installation is kept and found again: filling it takes half an hour. */
const retainedIn = process.env.QUEUES_DATA_DIR

/** The console's lists where a million rows wait in each: first pages, pages in the middle, and by value. */
export const queues: Measure = {
  name: 'queues',
  title: 'Pages of the console’s lists with a million rows each, 2 clients',
  baseline: 'the list of the operators, in the same round',
  onlyByName: true,
  run: async (bench) =>
    await withSite(async (site) => await measure(site, bench), {
      settings: retainedIn === undefined ? {} : { DATA_DIR: retainedIn },
    }),
}

const ofRun = (path: string) => path.replace('{id}', measuredRun)

/** Each list by its address and its query; of those with `isPaged` a page in the middle, too. */
const lists: { name: string; path: string; query: Record<string, string>; isPaged?: true }[] = [
  {
    name: 'conversions under review, by value',
    path: listReviews.path,
    query: { kind: 'conversions', sort: 'value' },
    isPaged: true,
  },
  {
    name: 'conversions under review, by wait',
    path: listReviews.path,
    query: { kind: 'conversions', sort: 'wait' },
    isPaged: true,
  },
  {
    name: 'click pay under review, by value',
    path: listReviews.path,
    query: { kind: 'clicks', sort: 'value' },
    isPaged: true,
  },
  {
    name: 'click pay under review, by wait',
    path: listReviews.path,
    query: { kind: 'clicks', sort: 'wait' },
  },
  {
    name: 'conversions under review, of one member',
    path: listReviews.path,
    query: { kind: 'conversions', sort: 'wait', uid: 'usr_bench77' },
  },
  {
    name: 'conversions under review, by reason and member',
    path: listReviewGroups.path,
    query: { kind: 'conversions' },
  },
  { name: 'all conversions, the newest first', path: listOperatedConversions.path, query: {}, isPaged: true },
  {
    name: 'conversions that were rejected, the newest first',
    path: listOperatedConversions.path,
    query: { status: 'rejected' },
    isPaged: true,
  },
  {
    name: 'conversions by their reason, the newest first',
    path: listOperatedConversions.path,
    query: { reason: 'self_conversion' },
  },
  { name: 'applications', path: listOperatedApplications.path, query: {}, isPaged: true },
  { name: 'claims', path: listClaims.path, query: {}, isPaged: true },
  {
    name: 'redemptions to approve, by wait',
    path: listOperatedRedemptions.path,
    query: { state: 'requested' },
    isPaged: true,
  },
  {
    name: 'redemptions to approve, by value',
    path: listOperatedRedemptions.path,
    query: { state: 'requested', sort: 'value' },
    isPaged: true,
  },
  ...(
    [
      ['approved redemptions in no payout run, by wait', { state: 'approved', run: 'none' }],
      ['approved redemptions in no payout run, by value', { state: 'approved', run: 'none', sort: 'value' }],
      ['payouts whose result a person says', { state: 'stuck' }],
      ['payouts whose provider says otherwise, by wait', { state: 'mismatched' }],
      ['payouts whose provider says otherwise, by value', { state: 'mismatched', sort: 'value' }],
      ['payouts of a restored backup, by wait', { state: 'restored' }],
      ['payouts of a restored backup, by value', { state: 'restored', sort: 'value' }],
    ] as const
  ).map(([name, query]) => ({ name, path: listOperatedRedemptions.path, query, isPaged: true as const })),
  ...(['shares', 'invitations'] as const).map((kind) => ({
    name: `${kind} under review, by wait`,
    path: listReviews.path,
    query: { kind, sort: 'wait' },
    isPaged: true as const,
  })),
  {
    name: 'invitations under review, by reason and member',
    path: listReviewGroups.path,
    query: { kind: 'invitations' },
  },
  {
    name: 'requests to support that wait',
    path: listOperatedRequests.path,
    query: { inbox: 'support' },
    isPaged: true,
  },
  {
    name: 'all requests to support, the newest first',
    path: listOperatedRequests.path,
    query: { inbox: 'support', show: 'all' },
    isPaged: true,
  },
  {
    name: 'reports of abuse that wait',
    path: listOperatedRequests.path,
    query: { inbox: 'abuse' },
    isPaged: true,
  },
  { name: 'orders that wait', path: listInboxOrders.path, query: {}, isPaged: true },
  {
    name: 'all orders, the newest first',
    path: listInboxOrders.path,
    query: { show: 'all' },
    isPaged: true,
  },
  { name: 'payout runs, 5,000 payments each', path: listPayoutRuns.path, query: {} },
  { name: 'a payout run of 5,000 payments', path: ofRun(getPayoutRun.path), query: {} },
  { name: 'payments of a run', path: ofRun(listPayouts.path), query: {}, isPaged: true },
  {
    name: 'payments of a run that came back',
    path: ofRun(listPayouts.path),
    query: { state: 'exception' },
  },
  { name: 'accounts of the ledger', path: listLedgerAccounts.path, query: {}, isPaged: true },
  { name: 'the log of acts', path: listAuditLog.path, query: {}, isPaged: true },
  {
    name: 'the log of acts, of one action',
    path: listAuditLog.path,
    query: { action: 'redemption.approve' },
  },
  { name: 'a search for a name', path: searchAsOperator.path, query: { q: 'creator 4711' } },
  { name: 'home', path: getOperatorHome.path, query: {} },
]

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const rows = quick ? 20_000 : 1_000_000
  // Written when all is there: what a run was killed over is no million.
  const filled = `bench_filled_${lists.length}_lists_and_account_changes_${rows}`
  const { rows: found } = await sql`select to_regclass(${filled}) as found`.execute(site.db)
  if ((found[0] as { found: string | null }).found === null) {
    const sold = await makeConvertible(site, 1_000)
    say(`filling lists with ${rows} rows each`)
    await fillQueues(site.db, sold, rows)
    await sql`create table ${sql.table(filled)} ()`.execute(site.db)
  }
  const { headers } = await operatorBearer(site)
  say('waiting for the count of each minute')
  await untilCounted(site, headers)
  const ask = async (path: string, query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString()
    const requests = Array.from({ length: quick ? 20 : 60 }, () => ({ path: `${path}?${search}`, headers }))
    return await load({ origin: site.origin, connections, requests, status: 200 })
  }
  const figures: Figure[] = []
  for (const { name, path, query, isPaged } of lists) {
    say(name)
    const sides: Record<string, () => ReturnType<typeof ask>> = {
      operators: async () => await ask(listOperators.path, {}),
      first: async () => await ask(path, query),
    }
    if (isPaged) {
      const cursor = await cursorAfter(site, headers, path, query)
      sides.later = async () => await ask(path, { ...query, cursor })
    }
    await alternate(1, sides)
    const taken = await alternate(quick ? 1 : 3, sides)
    const p95 = (side: string) => taken[side]!.map(({ p95Ms }) => p95Ms)
    figures.push({
      name: `${name}: p95`,
      unit: 'ms',
      samples: p95('first'),
      goal: { text: '< 50 ms', below: 50 },
    })
    if (isPaged)
      figures.push({
        name: `${name}, after 10 pages: p95`,
        unit: 'ms',
        samples: p95('later'),
        goal: { text: '< 50 ms', below: 50 },
      })
    figures.push({
      name: `${name}: times that of the operators`,
      unit: '×',
      samples: ratios(p95('first'), p95('operators')),
    })
  }
  return figures
}

/** Until the job has counted what is too long to be counted at each look. */
async function untilCounted({ origin }: BenchSite, headers: { authorization: string }): Promise<void> {
  const deadline = Date.now() + 5 * 60_000
  while (Date.now() < deadline) {
    const answer = await fetch(`${origin}${getOperatorHome.path}`, { headers })
    const { queues: all } = (await answer.json()) as OperatorHome
    if (all.every(({ count, countedAt }) => count <= countedEachCallMax || countedAt !== null)) return
    await sleep(1_000)
  }
  throw new Error('The job count-queues counted nothing within five minutes')
}

/** Where the eleventh page begins. */
async function cursorAfter(
  { origin }: BenchSite,
  headers: { authorization: string },
  path: string,
  query: Record<string, string>,
): Promise<string> {
  let cursor: string | null = null
  for (let page = 0; page < 10; page += 1) {
    const search = new URLSearchParams({ ...query, ...(cursor && { cursor }) }).toString()
    const answer = await fetch(`${origin}${path}?${search}`, { headers })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    cursor = ((await answer.json()) as { nextCursor: string | null }).nextCursor
    if (cursor === null) throw new Error(`${path} has fewer than eleven pages`)
  }
  return cursor!
}
