import { listOperatedApplications } from '#contracts/operator-applications.endpoints.ts'
import { listAuditLog } from '#contracts/operator-audit.endpoints.ts'
import { listClaims } from '#contracts/operator-claims.endpoints.ts'
import { listOperatedConversions } from '#contracts/operator-conversions.endpoints.ts'
import { getOperatorHome } from '#contracts/operator-home.endpoints.ts'
import { listLedgerAccounts } from '#contracts/operator-ledger.endpoints.ts'
import { listInboxOrders } from '#contracts/operator-orders.endpoints.ts'
import { getPayoutRun, listPayoutRuns, listPayouts } from '#contracts/operator-payout-runs.endpoints.ts'
import { listOperatedRedemptions } from '#contracts/operator-redemptions.endpoints.ts'
import { listReviewGroups, listReviews } from '#contracts/operator-reviews.endpoints.ts'
import { searchAsOperator } from '#contracts/operator-search.endpoints.ts'
import { listOperatedRequests } from '#contracts/operator-support.endpoints.ts'
import { measuredRun } from './fill-payouts.ts'

const ofRun = (path: string) => path.replace('{id}', measuredRun)

/** Each list by its address and its query; of those with `isPaged` a page in the middle, too. */
export const queueLists: { name: string; path: string; query: Record<string, string>; isPaged?: true }[] = [
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
