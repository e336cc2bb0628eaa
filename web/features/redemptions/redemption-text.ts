import { m } from '#messages'
import type { Redemption } from '#contracts/redemptions.schemas.ts'
import type { DestinationKind } from '#rules/payout-destination.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import { languageTag } from '#web/ui/language.ts'

interface StateText {
  name: () => string
  /** What happens next, or what happened; one that returned its crels says how many. */
  hint?: () => string
  tone: 'green' | 'gold' | 'plain' | 'danger'
}

const states: Record<RedemptionState, StateText> = {
  requested: { name: m.redemptions_requested, hint: m.redemptions_requested_hint, tone: 'gold' },
  approved: { name: m.redemptions_approved, hint: m.redemptions_approved_hint, tone: 'gold' },
  sending: { name: m.redemptions_sending, hint: m.redemptions_sending_hint, tone: 'gold' },
  paid: { name: m.redemptions_paid, hint: m.redemptions_paid_hint, tone: 'green' },
  rejected: { name: m.redemptions_rejected, tone: 'danger' },
  failed: { name: m.redemptions_failed, tone: 'danger' },
  cancelled: { name: m.redemptions_cancelled, tone: 'plain' },
  returned: { name: m.redemptions_returned, tone: 'danger' },
}

/** A state in words. */
export function stateText(state: RedemptionState): StateText {
  return states[state]
}

const kinds: Record<DestinationKind, () => string> = {
  paypal: m.redemptions_kind_paypal,
  bank: m.redemptions_kind_bank,
  gift_card: m.redemptions_kind_gift_card,
  manual: m.redemptions_kind_manual,
}

/** A kind of destination: `PayPal`. */
export function kindName(kind: DestinationKind): string {
  return kinds[kind]()
}

/** A destination: `PayPal a…@example.com`. */
export function destinationText({ kind, hint }: Redemption['destination']): string {
  return hint && kind !== 'manual' ? `${kindName(kind)} ${hint}` : kindName(kind)
}

/** The way of a redemption: what it came into and when, then what is still to come. */
export function timelineOf({
  state,
  timeline,
  waitsFor,
}: Pick<Redemption, 'state' | 'timeline' | 'waitsFor'>): { state: RedemptionState; at: string | null }[] {
  const way = ['requested', 'approved', 'sending', 'paid'] as const
  const reached = way.indexOf(state as (typeof way)[number])
  // One that was rejected, failed or cancelled has nothing to come, nor is it known of one that did not arrive.
  const ahead = reached === -1 || waitsFor?.reason === 'came_back' ? [] : way.slice(reached + 1)
  return [...timeline, ...ahead.map((next) => ({ state: next, at: null }))]
}

const inUnit = (unit: 'hour' | 'day') =>
  new Intl.NumberFormat(languageTag, { style: 'unit', unit, unitDisplay: 'long' })

/** How long something usually takes: hours within a day, then whole days begun. */
export function typicalText(hours: number): string {
  return hours <= 24 ? inUnit('hour').format(hours) : inUnit('day').format(Math.ceil(hours / 24))
}

/** Hours in words: `24 hours`, `7 days`; whole days from two on. */
export function hoursText(hours: number): string {
  return hours >= 48 && hours % 24 === 0 ? inUnit('day').format(hours / 24) : inUnit('hour').format(hours)
}

/** When a new destination can be used; with less than is paid out, that is not yet when one can cash out. */
export function readyText(time: string, missing: string | null): string {
  return missing === null
    ? m.redemptions_ready_from({ time })
    : m.redemptions_usable_ahead({ time, dollars: missing })
}
