import { authorOf, changedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { filesPrefix, type Files } from '#server/platform/files/stored-files.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { pictureOf } from '#server/platform/picture.ts'
import { requireItem } from './change-item.ts'
import { findItem, lockItem } from './item-queries.ts'
import { recordChange, saveImage } from './item-writes.ts'

/** As wide as a card of the shop on a large screen, twice for sharp ones. */
const size = { width: 960, height: 720, fit: 'cover' } as const

/**
 * Makes a JPEG, PNG, WebP or SVG image an item's picture, written anew; the one before is removed. Without `bytes` the
 * item is drawn from its colours again. Throws `not_found`, `image_unreadable`, `image_too_large`, and `conflict` where
 * another picture than the one `seen` is there (its address; empty for none).
 */
export async function putItemImage(
  db: Db,
  actor: OperatorActor,
  {
    item,
    bytes,
    reason,
    seen,
  }: { item: string; bytes: Uint8Array | null; reason: string; seen?: string | undefined },
  { files }: { files: Files },
): Promise<void> {
  const image = bytes && (await pictureOf(bytes, size))
  const key = image && (await files.write(db, { folder: 'shop', extension: 'webp', bytes: image }))
  await inTransaction(db, async (tx) => {
    if (seen !== undefined) await requireImage(tx, item, seen)
    await setItemImage(tx, actor, { item, key, reason }, { files })
  })
}

async function requireImage(tx: Tx, item: string, seen: string): Promise<void> {
  const { id, slug } = await requireItem(tx, item)
  await lockItem(tx, id)
  const { imageKey } = (await findItem(tx, id))!
  if ((imageKey === null ? '' : filesPrefix + imageKey) === seen) return
  throw await changedBefore(tx, slug, 'the picture')
}

/** Makes a file that was written an item's picture; the one before is removed. Null draws it from its colours. */
export async function setItemImage(
  tx: Tx,
  actor: OperatorActor,
  { item, key, reason }: { item: string; key: string | null; reason: string },
  { files }: { files: Pick<Files, 'keep' | 'drop'> },
): Promise<void> {
  const { id, slug } = await requireItem(tx, item)
  await operate(tx, actor, { action: 'shop.image', target: slug, after: { image: key }, reason })
  if (key) await files.keep(tx, key)
  const before = await saveImage(tx, id, key)
  if (before !== null) await files.drop(tx, before)
  await recordChange(tx, id, {
    author: authorOf(actor),
    reason,
    changes: { image: { previous: before, next: key } },
  })
}
