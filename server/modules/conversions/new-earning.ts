import { unlocksAt } from '#rules/earning.ts'
import type { NewEarning } from './earning-queries.ts'
import type { Funded } from './fund-earning.ts'
import type { ReportedEvent } from './reported-event.ts'
import type { Tracked } from './evaluate-attribution.ts'

/** The earning of a funded conversion: pending, or held with its reservation and reason; null when it was rejected. */
export function newEarning(
  ids: { id: string; earningId: string },
  event: ReportedEvent,
  { terms, crels, basis }: Tracked,
  funded: Funded,
): NewEarning | null {
  if (funded.status === 'rejected') return null
  return {
    id: ids.earningId,
    conversionId: ids.id,
    uid: terms.uid,
    party: terms.party,
    campaignId: terms.campaign.id,
    enrolmentId: terms.enrolmentId,
    type: event.type,
    crels,
    state: funded.status === 'held' ? 'held' : 'pending',
    reason: funded.reason ?? null,
    basis,
    holdId: funded.holdId,
    occurredAt: event.occurredAt,
    createdAt: event.reportedAt,
    unlocksAt: new Date(unlocksAt(event.reportedAt.getTime(), terms.holdDays)),
  }
}
