import { m } from '#console-messages'
import type { PayoutFormat, PayoutRunState, PayoutState } from '#rules/payout-run.ts'

/** What the files of a payout run are called. */
export const formatNames: Record<PayoutFormat, () => string> = {
  paypal: m.payouts_format_paypal,
  bank: m.payouts_format_bank,
  sepa: m.payouts_format_sepa,
  wise: m.payouts_format_wise,
}

/** Who pays by a file. */
export const payerNames: Record<PayoutFormat, () => string> = {
  paypal: m.payouts_where_paypal,
  bank: m.payouts_where_bank,
  sepa: m.payouts_where_bank,
  wise: m.payouts_where_wise,
}

/** How far a run is. */
export const runStateNames: Record<PayoutRunState, () => string> = {
  draft: m.payouts_state_draft,
  approved: m.payouts_state_approved,
  sent: m.payouts_state_sent,
  closed: m.payouts_state_closed,
  discarded: m.payouts_state_discarded,
}

/** What became of a payment of a run. */
export const paymentStateNames: Record<PayoutState, () => string> = {
  planned: m.payouts_payment_planned,
  left_out: m.payouts_payment_left_out,
  sent: m.payouts_payment_sent,
  exception: m.payouts_payment_exception,
  retry: m.payouts_payment_retry,
  paid: m.payouts_payment_paid,
  failed: m.payouts_payment_failed,
  returned: m.payouts_payment_returned,
}
