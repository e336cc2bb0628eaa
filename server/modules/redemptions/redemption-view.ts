import type { Redemption } from '#contracts/redemptions.schemas.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/** A redemption as its member sees it. */
export function redemptionView(row: RedemptionRow): Redemption {
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
    timeline: row.timeline.map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
  }
}
