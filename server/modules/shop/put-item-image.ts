import type { Db, Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { uploadedImage } from '#server/platform/uploaded-image.ts'
import { requireItem, type Author } from './change-item.ts'
import { recordChange, saveImage } from './item-writes.ts'

/** As wide as a card of the shop on a large screen, twice for sharp ones. */
const size = { width: 960, height: 720 }

/**
 * Makes a JPEG, PNG or WebP image an item's picture, written anew; the one before is removed. Without `bytes` the item
 * is drawn from its colours again. Throws `not_found`, `image_unreadable` and `image_too_large`.
 */
export async function putItemImage(
  db: Db,
  { item, bytes, author, reason }: Author & { item: string; bytes: Uint8Array | null },
  { files }: { files: Files },
): Promise<void> {
  const image =
    bytes &&
    (await uploadedImage(bytes, typeOf(bytes), (upright) => upright.resize({ ...size, fit: 'cover' })))
  const key = image && (await files.write(db, { folder: 'shop', extension: 'webp', bytes: image }))
  await inTransaction(db, async (tx) => await setItemImage(tx, { item, key, author, reason }, { files }))
}

/** Makes a file that was written an item's picture; the one before is removed. Null draws it from its colours. */
export async function setItemImage(
  tx: Tx,
  { item, key, author, reason }: Author & { item: string; key: string | null },
  { files }: { files: Pick<Files, 'keep' | 'drop'> },
): Promise<void> {
  const { id } = await requireItem(tx, item)
  if (key) await files.keep(tx, key)
  const before = await saveImage(tx, id, key)
  if (before !== null) await files.drop(tx, before)
  await recordChange(tx, id, { author, reason, changes: { image: { previous: before, next: key } } })
}

/** By how a file begins: a command has no media type. */
function typeOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  if (head.startsWith('ffd8ff')) return 'image/jpeg'
  if (head.startsWith('89504e47')) return 'image/png'
  if (head.startsWith('52494646')) return 'image/webp'
  throw problem('image_unreadable')
}
