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
