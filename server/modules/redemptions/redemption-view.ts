import type { Redemption, RedemptionWait } from '#contracts/redemptions.schemas.ts'
import { redemptionStateAfter } from '#rules/redemption-state.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/**
 * A redemption as its member sees it, with what it waits for (`waitOf`) and how much of its crels went to what they owed
 * (`debtsFilled`).
 */
export function redemptionView(
  row: RedemptionRow,
  { waitsFor = null, debtFilled = 0 }: { waitsFor?: RedemptionWait | null; debtFilled?: number } = {},
): Redemption {
  return {
    id: row.id,
    state: row.state,
    crels: row.crels,
    usdCents: row.usdCents,
    rate: Number(row.usdToCrels),
    feeBps: row.feeBps,
    destination: { kind: row.destinationKind, hint: row.destinationHint },
    reason: row.reason,
    reference: row.state === 'paid' ? row.reference : null,
    requestedAt: row.requestedAt.toISOString(),
    waitsFor,
    debtFilled,
    isCancellable: isCancellable(row),
    timeline: row.timeline.map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
  }
}

/** Whether its member may take a redemption back: one that was open in a restored backup may have been paid since. */
export function isCancellable({
  state,
  waitsForLook,
}: Pick<RedemptionRow, 'state' | 'waitsForLook'>): boolean {
  return redemptionStateAfter(state, 'cancel') !== undefined && !waitsForLook
}
