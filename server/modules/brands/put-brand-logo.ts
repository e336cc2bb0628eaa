import { sql } from 'kysely'
import { changedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { filesPrefix, type Files } from '#server/platform/files/stored-files.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { pictureOf } from '#server/platform/picture.ts'

/** Twice as large as the largest tile it is shown on, for sharp screens; another shape is set on white. */
export const logoSize = { width: 256, height: 256, fit: 'contain' } as const

/**
 * Makes a JPEG, PNG, WebP or SVG image a brand's logo, written anew; the one before is removed. Without `bytes` its
 * letter is drawn again. Throws `not_found`, `image_unreadable`, `image_too_large`, and `conflict` where another logo
 * than the one `seen` is there (its address; empty for none).
 */
export async function putBrandLogo(
  db: Db,
  actor: OperatorActor,
  { brand, bytes, seen }: { brand: string; bytes: Uint8Array | null; seen?: string | undefined },
  { files }: { files: Files },
): Promise<void> {
  const image = bytes && (await pictureOf(bytes, logoSize))
  const key = image && (await files.write(db, { folder: 'brands', extension: 'webp', bytes: image }))
  await inTransaction(db, async (tx) => {
    if (seen !== undefined) await requireLogo(tx, brand, seen)
    await operate(tx, actor, { action: 'brand.logo', target: brand, after: { logo: key } })
    await setBrandLogo(tx, { brand, key }, { files })
  })
}

async function requireLogo(tx: Tx, brand: string, seen: string): Promise<void> {
  const { rows } = await sql<{ url: string }>`
    select coalesce(${filesPrefix} || logo_key, '') as url from brand where slug = ${brand} for no key update`.execute(
    tx,
  )
  if (rows[0] && rows[0].url !== seen) throw await changedBefore(tx, brand, 'the logo')
}

/** Makes a file that was written a brand's logo, and removes the one before. Throws `not_found`. */
export async function setBrandLogo(
  tx: Tx,
  { brand, key }: { brand: string; key: string | null },
  { files }: { files: Files },
): Promise<void> {
  const { rows } = await sql<{ id: string; before: string | null }>`
    select id, logo_key as before from brand where slug = ${brand} for no key update`.execute(tx)
  const [row] = rows
  if (!row) throw problem('not_found', { detail: `There is no brand ${brand}.` })
  if (key) await files.keep(tx, key)
  await sql`update brand set logo_key = ${key} where id = ${row.id}`.execute(tx)
  if (row.before !== null) await files.drop(tx, row.before)
}
