import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { findConversion, type Conversion } from './conversion-queries.ts'
import { decideHeldConversion } from './decide-held-conversion.ts'
import { acceptedPixel, pixelEvent, supersededReason } from './pixel-event.ts'

/**
 * The brand's server reports an event, which the caller has locked: what the pixel said of it, if it waits, is let go,
 * and the server's word counts. Where somebody has accepted it, that is the event, and answered.
 */
export async function supersedePixel(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  eventId: string,
): Promise<Conversion | undefined> {
  const said = await findConversion(tx, actor.brandId, pixelEvent(eventId))
  if (!said) return undefined
  if (said.status === 'held')
    await decideHeldConversion(tx, { conversionId: said.id, accept: false, reason: supersededReason })
  return await acceptedPixel(tx, actor, eventId)
}
