import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { findConversion } from './conversion-queries.ts'
import { decideHeldConversion } from './decide-held-conversion.ts'

/**
 * The name under which the pixel's word on an event is kept: whoever sees the page can load it with any event id,
 * and must not take one away from the brand's server.
 */
export const pixelEvent = (eventId: string) => `pixel:${eventId}`

/** Why a pixel's word that waited was let go: it is no refusal of what happened. */
export const supersededReason = 'reported_by_server'

/** The brand's server reports an event: what the pixel said of it, if it waits, is let go. Its own word counts. */
export async function supersedePixel(
  tx: Tx,
  { brandId }: Pick<BrandActor, 'brandId'>,
  eventId: string,
): Promise<void> {
  const said = await findConversion(tx, brandId, pixelEvent(eventId))
  if (said?.status !== 'held') return
  await decideHeldConversion(tx, { conversionId: said.id, accept: false, reason: supersededReason })
}
