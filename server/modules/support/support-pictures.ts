import type { Db, Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { problem } from '#server/platform/http/problems.ts'
import { uploadedImage } from '#server/platform/uploaded-image.ts'

/** `GET /files/…` serves no folder of such a name (platform/files/file-routes.ts). */
const folder = 'private-support'

/** Longest side of a kept picture, in pixels: the small print of a screenshot is still read. */
const sideMax = 2_000

/**
 * Writes a picture that may go with a message within the hour, and answers its id. Throws `image_unreadable`,
 * `image_too_large` and `unavailable`.
 */
export async function uploadPicture(
  db: Db,
  { bytes, type }: { bytes: Uint8Array; type: string },
  files: Files,
): Promise<string> {
  const image = await uploadedImage(bytes, type, (upright) =>
    upright.resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true }),
  )
  const key = await files.write(db, { folder, extension: 'webp', bytes: image })
  return key.slice(folder.length + 1, -'.webp'.length)
}

/** Keeps uploaded pictures for a message, each for one alone; answers their keys. Throws `support_picture_gone`. */
export async function keepPictures(tx: Tx, ids: string[], files: Files): Promise<string[]> {
  const keys = [...new Set(ids)].map((id) => `${folder}/${id}.webp`)
  for (const key of keys) if (!(await files.keepUploaded(tx, key))) throw problem('support_picture_gone')
  return keys
}
