import { m } from '#messages'
import type { AdjustedAsset } from '#rules/adjustment.ts'
import { returnsCrels } from '#rules/redemption-state.ts'
import { paths } from '#contracts/paths.ts'
import { dollars, grouped } from '#server/platform/shown-amounts.ts'
import { notificationKind } from './notification-kind.ts'
import { memberTimeText } from '#server/platform/shown-times.ts'

/** What others make of a redemption; what its member does is confirmed by mail at once (redemptions). */
type DecidedState = 'approved' | 'sending' | 'paid' | 'rejected' | 'failed' | 'returned'

/** Crels and points of a member's own. */
export const moneyKinds = {
  earning_unlocked: notificationKind<{ crels: number }>({
    group: 'earnings',
    title: ({ crels }) => m.mail_unlocked_subject({ count: crels, crels: grouped(crels) }),
    lines: ({ crels }) => [m.mail_unlocked_hello({ count: crels, crels: grouped(crels) })],
    push: () => ({ title: m.notifications_unlocked_title(), body: m.notifications_unlocked_body() }),
    opens: () => ({ path: paths.crels('wallet'), label: m.mail_unlocked_action() }),
  }),
  points_expiring: notificationKind<{
    points: number
    /** When the first of them expire. */
    firstAt: string
    /** Of points that came into a month that was notified: the last lot with them. */
    lastLot?: number
  }>({
    group: 'points',
    // Of one month together; what came into it later by itself.
    about: ({ firstAt, lastLot }) => [firstAt.slice(0, 7), ...(lastLot ? [lastLot] : [])].join(' '),
    title: ({ points: count }) => m.mail_points_expiring_subject({ count, amount: grouped(count) }),
    lines: ({ points: count, firstAt }, zone) => [
      m.mail_points_expiring_hello({ count, amount: grouped(count), date: memberTimeText(firstAt, zone) }),
      m.mail_points_expiring_what(),
    ],
    push: () => ({ title: m.notifications_expiring_title(), body: m.notifications_expiring_body() }),
    opens: () => ({ path: paths.points, label: m.mail_points_expiring_action() }),
  }),
  price_hold_ending: notificationKind<{ quoteId: string; endsAt: string }>({
    group: 'exchange',
    about: ({ quoteId }) => quoteId,
    expiresAt: ({ endsAt }) => endsAt,
    title: () => m.notifications_hold_title(),
    lines: () => [m.notifications_hold_body()],
    opens: () => ({ path: paths.crels('exchange'), label: m.notifications_hold_action() }),
  }),
  destination_ready: notificationKind<{
    destinationId: string
    /** As mails name it: `PayPal a…@example.com`. */
    destination: string
    /** The least that is paid out, and whether the member had it then; not known of what a version before this one wrote. */
    minimum?: { usdCents: number; isReached: boolean }
  }>({
    group: 'account',
    since: ({ minimum }) => (minimum && !minimum.isReached ? '0.2.0' : null),
    about: ({ destinationId }) => destinationId,
    title: ({ minimum }) => readyTitle(minimum),
    lines: ({ destination, minimum }) => [
      m.notifications_destination_ready_body({ destination }),
      ...(minimum && !minimum.isReached
        ? [m.notifications_destination_ready_ahead({ dollars: dollars(minimum.usdCents) })]
        : []),
    ],
    push: ({ minimum }) => ({
      title: readyTitle(minimum),
      body: minimum?.isReached
        ? m.notifications_destination_ready_push()
        : m.notifications_destination_ready_reminder(),
    }),
    opens: ({ minimum }) =>
      minimum?.isReached === false
        ? { path: paths.crels('wallet'), label: m.mail_unlocked_action() }
        : { path: paths.crels('exchange'), label: m.notifications_destination_ready_action() },
  }),
  balance_adjusted: notificationKind<{
    adjustmentId: string
    asset: AdjustedAsset
    /** With a minus, what was taken. */
    amount: number
  }>({
    group: 'account',
    about: ({ adjustmentId }) => adjustmentId,
    title: ({ asset, amount }) =>
      amount > 0 ? adjusted[asset].added(counted(amount)) : adjusted[asset].taken(counted(-amount)),
    lines: () => [m.notifications_adjusted_body()],
    push: () => ({ title: m.notifications_adjusted_title(), body: m.notifications_adjusted_body() }),
    opens: ({ asset }) =>
      asset === 'crels'
        ? { path: paths.crels('wallet'), label: m.mail_unlocked_action() }
        : { path: paths.points, label: m.mail_points_expiring_action() },
  }),
  tax_form_soon: notificationKind<{
    year: number
    yearUsdCents: number
    thresholdUsdCents: number
    /** A payout that was not sent for want of this form: it is needed now. */
    waiting?: { usdCents: number; regime: string }
  }>({
    group: 'account',
    since: ({ waiting }) => (waiting ? '0.2.0' : null),
    // Once a year; once more where a payout waits for it.
    about: ({ year, waiting }) => (waiting ? `${year} ${waiting.regime}` : String(year)),
    title: ({ waiting }) => (waiting ? m.notifications_tax_form_needed() : m.notifications_tax_form_soon()),
    lines: ({ yearUsdCents, thresholdUsdCents, waiting }) => [
      waiting
        ? m.notifications_tax_form_needed_body({
            dollars: dollars(waiting.usdCents),
            threshold: dollars(thresholdUsdCents),
          })
        : m.notifications_tax_form_soon_body({
            paid: dollars(yearUsdCents),
            threshold: dollars(thresholdUsdCents),
          }),
    ],
    push: ({ waiting }) =>
      waiting
        ? { title: m.notifications_tax_form_needed(), body: m.notifications_tax_form_needed_push() }
        : { title: m.notifications_tax_form_soon(), body: m.notifications_tax_form_soon_push() },
    opens: () => ({ path: paths.taxForm, label: m.notifications_tax_form_soon_action() }),
  }),
  seal_lost: notificationKind<{
    what: 'destination' | 'tax_form' | 'authenticator'
    /** The key that seals since the one before was lost. */
    since: string
  }>({
    since: '0.2.0',
    group: 'account',
    about: ({ what, since }) => `${what} ${since}`,
    title: ({ what }) => lostTexts[what].title(),
    lines: ({ what }) => [lostTexts[what].body()],
    push: ({ what }) => ({ title: lostTexts[what].title(), body: m.notifications_lost_push() }),
    opens: ({ what }) => lostTexts[what].opens(),
  }),
  redemption_changed: notificationKind<{
    redemptionId: string
    state: DecidedState
    crels: number
    /** Of those that came back, how many paid what was owed; not known of what a version before this one wrote. */
    debtFilled?: number
    usdCents: number
    /** As mails name it: `PayPal a…@example.com`. */
    destination: string
    /** Why it was rejected, failed or came back. */
    reason: string | null
    /** Of the payment. */
    reference: string | null
  }>({
    group: 'account',
    since: ({ state, debtFilled = 0 }) => (state === 'returned' || debtFilled > 0 ? '0.2.0' : null),
    about: ({ redemptionId, state }) => `${redemptionId} ${state}`,
    title: ({ state, ...of }) => redemptionTexts[state].title(amountsOf(of)),
    lines: ({ state, reason, reference, ...of }) => [
      [redemptionTexts[state].hello(amountsOf(of)), ...(returnsCrels(state) ? [crelsBackText(of)] : [])].join(
        ' ',
      ),
      ...(reason === null ? [] : [m.mail_redemption_reason({ reason })]),
      ...(state === 'paid' && reference !== null ? [m.mail_redemption_reference({ reference })] : []),
    ],
    push: ({ state }) => ({
      title: redemptionTexts[state].push(),
      body: m.notifications_redemption_body(),
    }),
    opens: () => ({ path: paths.crels('redemptions'), label: m.mail_redemption_action() }),
  }),
}

/** That a destination can be used is not yet that there is enough to be paid to it. */
function readyTitle(minimum: { isReached: boolean } | undefined): string {
  return minimum?.isReached ? m.notifications_cash_out_now() : m.notifications_destination_ready()
}

/** Where the crels of a redemption are that is not paid: what was owed is paid first. */
export function crelsBackText({ crels, debtFilled = 0 }: { crels: number; debtFilled?: number }): string {
  if (debtFilled === 0) return m.mail_redemption_back({ crels: grouped(crels) })
  if (debtFilled >= crels) return m.mail_redemption_back_owed({ crels: grouped(crels) })
  return m.mail_redemption_back_rest({ owed: grouped(debtFilled), rest: grouped(crels - debtFilled) })
}

const counted = (count: number) => ({ count, amount: grouped(count) })

const adjusted: Record<
  AdjustedAsset,
  Record<'added' | 'taken', (of: { count: number; amount: string }) => string>
> = {
  crels: { added: m.notifications_adjusted_crels_added, taken: m.notifications_adjusted_crels_taken },
  points: { added: m.notifications_adjusted_points_added, taken: m.notifications_adjusted_points_taken },
}

/** What nobody can read any more since the SECRET was lost, and where it is given anew. */
const lostTexts = {
  destination: {
    title: m.notifications_lost_destination,
    body: m.notifications_lost_destination_body,
    opens: () => ({ path: paths.crels('exchange'), label: m.notifications_lost_destination_action() }),
  },
  tax_form: {
    title: m.notifications_lost_tax_form,
    body: m.notifications_lost_tax_form_body,
    opens: () => ({ path: paths.taxForm, label: m.notifications_tax_form_soon_action() }),
  },
  authenticator: {
    title: m.notifications_lost_authenticator,
    body: m.notifications_lost_authenticator_body,
    opens: () => ({ path: paths.profile, label: m.mail_factor_action() }),
  },
}

interface Amounts {
  crels: string
  dollars: string
  destination: string
}

function amountsOf({
  crels,
  usdCents,
  destination,
}: {
  crels: number
  usdCents: number
  destination: string
}): Amounts {
  return { crels: grouped(crels), dollars: dollars(usdCents), destination }
}

const redemptionTexts: Record<
  DecidedState,
  { title: (of: Amounts) => string; hello: (of: Amounts) => string; push: () => string }
> = {
  approved: {
    title: m.mail_redemption_approved_subject,
    hello: m.mail_redemption_approved_hello,
    push: m.notifications_redemption_approved,
  },
  sending: {
    title: m.mail_redemption_sending_subject,
    hello: m.mail_redemption_sending_hello,
    push: m.notifications_redemption_sending,
  },
  paid: {
    title: m.mail_redemption_paid_subject,
    hello: m.mail_redemption_paid_hello,
    push: m.notifications_redemption_paid,
  },
  rejected: {
    title: m.mail_redemption_rejected_subject,
    hello: m.mail_redemption_rejected_hello,
    push: m.mail_redemption_rejected_subject,
  },
  failed: {
    title: m.mail_redemption_failed_subject,
    hello: m.mail_redemption_failed_hello,
    push: m.mail_redemption_failed_subject,
  },
  returned: {
    title: m.mail_redemption_returned_subject,
    hello: m.mail_redemption_returned_hello,
    push: m.mail_redemption_returned_subject,
  },
}
