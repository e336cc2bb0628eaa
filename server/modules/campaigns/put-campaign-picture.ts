import { changedBefore, type OperatorActor } from '#server/modules/operators/public.ts'
import type { DestinationOptions } from '#server/modules/shortlinks/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { filesPrefix, type Files } from '#server/platform/files/stored-files.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { pictureOf } from '#server/platform/picture.ts'
import { changeCampaign } from './change-campaign.ts'
import { lockCampaign } from './campaign-queries.ts'
import { coverFolder } from './cover-file.ts'

/** Nearly as flat as the art of a card, twice its width for sharp screens. */
export const coverPictureSize = { width: 960, height: 432, fit: 'cover' } as const

/**
 * Makes a JPEG, PNG, WebP or SVG image a campaign's picture, written anew; one that was uploaded before is removed
 * a week later, unless a campaign shows it by then. Without `bytes` its art is drawn again. Throws `not_found`, `conflict` for one that
 * is over or has another picture than the one `seen` (its address; empty for none), `image_unreadable` and
 * `image_too_large`.
 */
export async function putCampaignPicture(
  db: Db,
  actor: OperatorActor,
  {
    campaignId,
    bytes,
    reason,
    seen,
  }: { campaignId: string; bytes: Uint8Array | null; reason: string; seen?: string | undefined },
  deps: { files: Files; destinations: DestinationOptions },
): Promise<void> {
  const image = bytes && (await pictureOf(bytes, coverPictureSize))
  const key = image && (await deps.files.write(db, { folder: coverFolder, extension: 'webp', bytes: image }))
  const changes = { coverUrl: key && filesPrefix + key }
  await inTransaction(db, async (tx) => {
    if (seen !== undefined) await requirePicture(tx, campaignId, seen)
    if (key) await deps.files.keep(tx, key)
    const change = { campaignId, changes, reason, action: 'campaign.picture' } as const
    await changeCampaign(tx, actor, change, deps.destinations)
  })
}

async function requirePicture(tx: Tx, campaignId: string, seen: string): Promise<void> {
  const campaign = await lockCampaign(tx, campaignId)
  if (campaign && (campaign.coverUrl ?? '') !== seen) throw await changedBefore(tx, campaignId, 'the picture')
}
