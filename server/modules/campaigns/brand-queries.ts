import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import type { BrandFile } from './brand-file.ts'

/** Inserts a brand; false when its slug is taken. */
export async function insertBrand(
  tx: Tx,
  id: string,
  brand: BrandFile & { demo?: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into brand (id, slug, name, tagline, about, website, color_base, color_glow, country, demo)
    values (${id}, ${brand.slug}, ${brand.name}, ${brand.tagline}, ${brand.about}, ${brand.website},
            ${brand.colors.base}, ${brand.colors.glow}, ${brand.country}, ${brand.demo ?? false})
    on conflict (slug) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** The id of the brand with this slug. */
export async function brandIdOf(db: Db, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from brand where slug = ${slug}`.execute(db)
  return rows[0]?.id
}

export async function insertBrandKey(
  tx: Tx,
  key: { keyId: string; brandId: string; secretHash: Buffer; label: string },
): Promise<void> {
  await sql`
    insert into brand_key (id, brand_id, secret_hash, label)
    values (${key.keyId}, ${key.brandId}, ${key.secretHash}, ${key.label})`.execute(tx)
}

/** Marks a key as revoked, keeping the first time; false when there is none. */
export async function endBrandKey(tx: Tx, keyId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update brand_key set revoked_at = coalesce(revoked_at, crels_now()) where id = ${keyId}`.execute(tx)
  return numAffectedRows === 1n
}

export interface FoundBrandKey {
  brandId: string
  secretHash: Buffer
  /** Neither revoked nor of a suspended brand. */
  usable: boolean
  /** The use noted last is more than a minute old. */
  useIsOld: boolean
}

export async function findBrandKey(db: Db, keyId: string): Promise<FoundBrandKey | undefined> {
  const { rows } = await sql<FoundBrandKey>`
    select k.brand_id as "brandId", k.secret_hash as "secretHash",
           k.revoked_at is null and b.state = 'active' as usable,
           coalesce(k.last_used_at <= crels_now() - interval '1 minute', true) as "useIsOld"
    from brand_key k join brand b on b.id = k.brand_id
    where k.id = ${keyId}`.execute(db)
  return rows[0]
}

/** Notes that a key is in use, at most once a minute however many calls arrive together. */
export async function noteBrandKeyUse(db: Db, keyId: string): Promise<void> {
  await sql`
    update brand_key set last_used_at = crels_now()
    where id = ${keyId} and coalesce(last_used_at <= crels_now() - interval '1 minute', true)`.execute(db)
}
