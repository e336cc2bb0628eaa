import { m } from '#console-messages'
import type { DestinationKind } from '#rules/payout-destination.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'

/** What the states of a redemption are called. */
export const stateNames: Record<RedemptionState, () => string> = {
  requested: m.redemptions_state_requested,
  approved: m.redemptions_state_approved,
  sending: m.redemptions_state_sending,
  paid: m.redemptions_state_paid,
  rejected: m.redemptions_state_rejected,
  failed: m.redemptions_state_failed,
  cancelled: m.redemptions_state_cancelled,
  returned: m.redemptions_state_returned,
}

/** Whose a redemption is: no name is there once they have left, and for who may not see members. */
export function memberName(member: { name: string | null } | null): string {
  return member === null ? m.redemptions_hidden() : (member.name ?? m.redemptions_left())
}

/** Where a redemption is paid to. */
export const kindNames: Record<DestinationKind, () => string> = {
  paypal: m.redemptions_kind_paypal,
  bank: m.redemptions_kind_bank,
  gift_card: m.redemptions_kind_gift_card,
  manual: m.redemptions_kind_manual,
}
