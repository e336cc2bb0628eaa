import { campaignOffer, createCampaign, readCampaignFile } from '#server/modules/campaigns/public.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'
import type { DestinationOptions } from '#server/modules/shortlinks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'

/**
 * Makes a draft with the offer of a campaign under another title: without budget, to begin when it is published, and
 * without an end that has passed. Throws `not_found`, and as `createCampaign` where brand or destination are none any
 * more.
 */
export async function duplicateCampaign(
  tx: Tx,
  actor: OperatorActor,
  { campaignId, title }: { campaignId: string; title: string },
  destinations: DestinationOptions,
): Promise<{ id: string }> {
  const { offer, brand } = await campaignOffer(tx, campaignId)
  const now = await databaseNow(tx)
  const endsAt = offer.endsAt !== null && Date.parse(offer.endsAt) > now.getTime() ? offer.endsAt : null
  const file = readCampaignFile({
    ...offer,
    brand,
    title,
    startsAt: null,
    endsAt,
    // The destination's own host is added again.
    allowedHosts: offer.allowedHosts.filter((host) => host !== new URL(offer.destinationUrl).hostname),
  })
  return await createCampaign(tx, actor, file, destinations)
}
