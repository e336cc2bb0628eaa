import { sql } from 'kysely'
import { changedBefore, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { filesPrefix, type Files } from '#server/platform/files/stored-files.ts'
import { pictureOf } from '#server/platform/picture.ts'
import { siteLogoSize } from '#server/platform/site-logo.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeSiteValue, siteValues } from './site-values.ts'

/**
 * Makes a JPEG, PNG, WebP or SVG image the site's logo, written anew as a square image: of a drawing nothing is kept but
 * how it looks. Without `bytes` it is the mark of Crels again. The image before is removed. Throws `image_unreadable`,
 * `image_too_large`, `forbidden` where the operator's role does not allow it, and `conflict` where another logo than the
 * one `seen` is there (its address; empty for none).
 */
export async function putSiteLogo(
  db: Db,
  actor: OperatorActor,
  { bytes, seen }: { bytes: Uint8Array | null; seen?: string | undefined },
  { files }: { files: Files },
): Promise<void> {
  const image = bytes && (await pictureOf(bytes, siteLogoSize))
  const key = image && (await files.write(db, { folder: 'logos', extension: 'webp', bytes: image }))
  await inTransaction(db, async (tx) => {
    if (seen !== undefined) await requireLogo(tx, seen)
    const before = await changeSiteValue(tx, actor, { name: 'site.logo', value: key })
    if (key !== null) await files.keep(tx, key)
    if (before !== null) await files.drop(tx, before)
  })
}

async function requireLogo(tx: Tx, seen: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('site site.logo', 0))`.execute(tx)
  const logo = (await siteValues(tx))['site.logo']
  if ((logo === undefined ? '' : filesPrefix + logo) === seen) return
  throw await changedBefore(tx, 'site.logo', 'the logo')
}
