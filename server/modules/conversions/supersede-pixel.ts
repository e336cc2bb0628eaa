import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import type { Conversion } from './conversion-queries.ts'
import { decideConversionReview } from './decide-conversion-review.ts'
import { acceptedPixel, pixelWords, supersededReason } from './pixel-event.ts'

/**
 * The brand's server reports an event, which the caller has locked: what pixels said of it, if it waits, is let go,
 * and the server's word counts. Where somebody has accepted it, that is the event, and answered.
 */
export async function supersedePixel(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  eventId: string,
): Promise<Conversion | undefined> {
  const accepted = await acceptedPixel(tx, actor, eventId)
  if (accepted) return accepted
  for (const { id, status } of await pixelWords(tx, actor.brandId, eventId))
    if (status === 'held')
      await decideConversionReview(tx, { conversionId: id, accept: false, reason: supersededReason })
  return undefined
}
