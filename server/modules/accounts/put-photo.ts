import type { User } from '#contracts/users.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { filesPrefix, type Files } from '#server/platform/files/stored-files.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { uploadedImage } from '#server/platform/uploaded-image.ts'
import { lockMember, saveProfile } from './member-queries.ts'
import type { UpdateIdentity } from './update-user.ts'
import { userDocument } from './user-document.ts'

/** Width and height of a kept photo, in pixels. */
const photoSize = 512

/**
 * Makes an image, cut square, the member's photo, in the profile and with the identity; the one before is removed. Of two at the
 * same moment the later stays. The image is decoded and written before the transaction `save` opens. Throws
 * `forbidden`, `not_found`, `image_unreadable` and `image_too_large`.
 */
export async function putPhoto(
  { db, save }: { db: Db; save: (work: (tx: Tx) => Promise<User>) => Promise<User> },
  actor: MemberActor,
  { uid, bytes, type }: { uid: string; bytes: Uint8Array; type: string },
  { files, updateIdentity, ageMin }: { files: Files; updateIdentity: UpdateIdentity; ageMin: number },
): Promise<User> {
  if (uid !== actor.uid) throw problem('forbidden')
  const image = await uploadedImage(bytes, type, (upright) =>
    upright.resize(photoSize, photoSize, { fit: 'cover' }),
  )
  const key = await files.write(db, { folder: 'photos', extension: 'webp', bytes: image })
  return await save(async (tx) => {
    const member = await lockMember(tx, uid)
    if (!member) throw problem('not_found')
    const next = { ...member, photoURL: filesPrefix + key }
    await files.keep(tx, key)
    await dropPhoto(tx, member, files)
    await saveProfile(tx, uid, next)
    await updateIdentity(tx, uid, next)
    return userDocument(next, ageMin)
  })
}

/** Removes the file of a member's photo soon after the transaction commits; one of the provider's is left alone. */
export async function dropPhoto(
  tx: Tx,
  { photoURL }: { photoURL: string | null },
  files: Pick<Files, 'drop'>,
): Promise<void> {
  if (photoURL?.startsWith(filesPrefix)) await files.drop(tx, photoURL.slice(filesPrefix.length))
}
