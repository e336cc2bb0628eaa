import { sql } from 'kysely'
import type { BrandCard } from '#contracts/campaigns.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { filesPrefix } from '#server/platform/files/stored-files.ts'

/** The id of the brand with this slug. */
export async function brandIdOf(db: Db, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from brand where slug = ${slug}`.execute(db)
  return rows[0]?.id
}

/** What the list of brands shows of a brand. */
export type BrandInList = BrandCard & { tagline: string }

/** The brands with these ids, by name. */
export async function brandsOf(db: Db, ids: readonly string[]): Promise<BrandInList[]> {
  const { rows } = await sql<BrandInList>`
    select id, slug, name, tagline, ${looks} from brand where id = any(${ids}::text[])
    order by lower(name), id`.execute(db)
  return rows
}

/** The brand with this slug; undefined where there is none, and while it is suspended. */
export async function activeBrand(
  db: Db,
  slug: string,
): Promise<(BrandInList & { about: string; website: string }) | undefined> {
  const { rows } = await sql<BrandInList & { about: string; website: string }>`
    select id, slug, name, tagline, about, website, ${looks}
    from brand where slug = ${slug} and state = 'active'`.execute(db)
  return rows[0]
}

const looks = sql`jsonb_build_object('base', color_base, 'glow', color_glow) as colors,
  ${filesPrefix} || logo_key as "logoURL"`

/** Whether there is any brand yet. */
export async function hasBrands(db: Db): Promise<boolean> {
  const { rows } = await sql`select from brand limit 1`.execute(db)
  return rows.length > 0
}
