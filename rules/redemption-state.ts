import { dayMs } from './utc-date.ts'

/** The states of a redemption (docs/economy.md, Redemption); the last four return the crels. */
export const REDEMPTION_STATES = [
  'requested',
  'approved',
  'sending',
  'paid',
  'rejected',
  'failed',
  'cancelled',
  'returned',
] as const

export type RedemptionState = (typeof REDEMPTION_STATES)[number]

/** What the member (`cancel`), operators or a provider's answer does to a redemption. */
export type RedemptionAction = 'cancel' | 'approve' | 'reject' | 'send' | 'pay' | 'fail' | 'return'

const moves: Record<RedemptionState, { readonly [action in RedemptionAction]?: RedemptionState }> = {
  requested: { cancel: 'cancelled', approve: 'approved', reject: 'rejected' },
  approved: { send: 'sending', fail: 'failed' },
  sending: { pay: 'paid', fail: 'failed' },
  // The bank or PayPal sends a payment back, days or weeks after it arrived.
  paid: { return: 'returned' },
  rejected: {},
  failed: {},
  cancelled: {},
  returned: {},
}

/** The state after an action, undefined where it is not possible. */
export function redemptionStateAfter(
  state: RedemptionState,
  action: RedemptionAction,
): RedemptionState | undefined {
  return moves[state][action]
}

/** Whether the crels of a redemption in this state are reserved: it is under way. */
export function isUnderWay(state: RedemptionState): boolean {
  return state === 'requested' || state === 'approved' || state === 'sending'
}

/** Whether a redemption that came into this state gave its crels back. */
export function returnsCrels(state: RedemptionState): boolean {
  return state === 'rejected' || state === 'failed' || state === 'cancelled' || state === 'returned'
}

/**
 * Until when a member may not cancel another redemption: they did `cancelsMax` times within `cancelsDays`. Null where
 * they may. Times are milliseconds since 1970.
 */
export function cancelBlockedUntil(
  cancelledAt: readonly number[],
  now: number,
  { cancelsMax, cancelsDays }: { cancelsMax: number; cancelsDays: number },
): number | null {
  const windowMs = cancelsDays * dayMs
  const recent = cancelledAt.filter((at) => at > now - windowMs).toSorted((a, b) => a - b)
  if (recent.length < cancelsMax) return null
  // With none allowed there is nothing to wait for but the window itself.
  return (recent.at(-Math.max(cancelsMax, 1)) ?? now) + windowMs
}
