import type { DestinationOptions } from '#server/modules/shortlinks/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { filesPrefix, type Files } from '#server/platform/files/stored-files.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { pictureOf } from '#server/platform/picture.ts'
import { changeCampaign } from './change-campaign.ts'
import { lockCampaign } from './campaign-queries.ts'

/** Nearly as flat as the art of a card, twice its width for sharp screens. */
export const coverPictureSize = { width: 960, height: 432, fit: 'cover' } as const

/**
 * Makes a JPEG, PNG, WebP or SVG image a campaign's picture, written anew; one that was uploaded before is removed.
 * Without `bytes` its art is drawn again. Throws `not_found`, `conflict` for one that is over, `image_unreadable` and
 * `image_too_large`.
 */
export async function putCampaignPicture(
  db: Db,
  {
    campaignId,
    bytes,
    ...by
  }: { campaignId: string; bytes: Uint8Array | null; author: string; reason: string },
  deps: { files: Files; destinations: DestinationOptions },
): Promise<void> {
  const image = bytes && (await pictureOf(bytes, coverPictureSize))
  const key = image && (await deps.files.write(db, { folder: 'campaigns', extension: 'webp', bytes: image }))
  await inTransaction(db, async (tx) => await setCampaignPicture(tx, { campaignId, key, ...by }, deps))
}

async function setCampaignPicture(
  tx: Tx,
  { campaignId, key, ...by }: { campaignId: string; key: string | null; author: string; reason: string },
  { files, destinations }: { files: Files; destinations: DestinationOptions },
): Promise<void> {
  const before = await lockCampaign(tx, campaignId)
  if (!before) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  if (key) await files.keep(tx, key)
  const changes = { coverUrl: key && filesPrefix + key }
  await changeCampaign(tx, { campaignId, changes, ...by }, destinations)
  if (before.coverUrl?.startsWith(filesPrefix))
    await files.drop(tx, before.coverUrl.slice(filesPrefix.length))
}
