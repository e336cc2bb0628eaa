import type { OperatorActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { pictureOf } from '#server/platform/picture.ts'
import { siteLogoSize } from '#server/platform/site-logo.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeSiteValue } from './site-values.ts'

/**
 * Makes a JPEG, PNG, WebP or SVG image the site's logo, written anew as a square image: of a drawing nothing is kept but
 * how it looks. Without `bytes` it is the mark of Crels again. The image before is removed. Throws `image_unreadable`,
 * `image_too_large`, and `forbidden` where the operator's role does not allow it.
 */
export async function putSiteLogo(
  db: Db,
  actor: OperatorActor,
  bytes: Uint8Array | null,
  { files }: { files: Files },
): Promise<void> {
  const image = bytes && (await pictureOf(bytes, siteLogoSize))
  const key = image && (await files.write(db, { folder: 'logos', extension: 'webp', bytes: image }))
  await inTransaction(db, async (tx) => {
    const before = await changeSiteValue(tx, actor, { name: 'site.logo', value: key })
    if (key !== null) await files.keep(tx, key)
    if (before !== null) await files.drop(tx, before)
  })
}
