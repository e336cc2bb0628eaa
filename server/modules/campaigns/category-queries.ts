import { sql } from 'kysely'
import type { CategoryList } from '#contracts/campaigns.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { categoryIn } from './category-texts.ts'
import { runningAt } from './running-campaigns.ts'

/** Whether there is a category with this slug. */
export async function categoryExists(db: Db, slug: string): Promise<boolean> {
  const { rows } = await sql`select from category where slug = ${slug}`.execute(db)
  return rows.length === 1
}

/** What a category is called, in the language of who asks; undefined where there is none with this slug. */
export async function categoryName(db: Db, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from category where slug = ${slug}`.execute(db)
  return rows[0] && categoryIn({ slug, ...rows[0] }).name
}

/** Every category in its order, with the number of campaigns that run in it at `now`; in English or as entered. */
export async function listCategories(db: Db, now: Date): Promise<CategoryList> {
  const { rows } = await sql<CategoryList['items'][number]>`
    select g.slug, g.name, g.description, g.icon, coalesce(n.campaigns, 0)::bigint as campaigns
    from category g
    left join (
      select c.category_slug, count(*) as campaigns from campaign c join brand b on b.id = c.brand_id
      where ${runningAt(now)} group by c.category_slug
    ) n on n.category_slug = g.slug
    order by g.position`.execute(db)
  return { items: rows }
}
