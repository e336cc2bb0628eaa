import { sql } from 'kysely'
import type { CategoryList } from '#contracts/campaigns.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { categoryIn, type EnteredTexts } from './category-texts.ts'
import { runningAt } from './running-campaigns.ts'

/** Whether a campaign can be put into this category; until the transaction ends it is not retired. */
export async function categoryIsOpen(tx: Tx, slug: string): Promise<boolean> {
  const { rows } = await sql`
    select from category where slug = ${slug} and not is_retired for key share`.execute(tx)
  return rows.length === 1
}

/** What a category is called, in the language of who asks; undefined where there is none with this slug. */
export async function categoryName(db: Db, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; texts: EnteredTexts }>`
    select name, texts from category where slug = ${slug}`.execute(db)
  return rows[0] && categoryIn({ slug, ...rows[0] }).name
}

export type CategoryCount = CategoryList['items'][number] & { texts: EnteredTexts }

/** Every category in its order, with the number of campaigns that run in it at `now`; as entered. */
export async function listCategories(db: Db, now: Date): Promise<CategoryCount[]> {
  const { rows } = await sql<CategoryCount>`
    select g.slug, g.name, g.description, g.icon, g.texts, g.is_retired as "isRetired",
      coalesce(n.campaigns, 0)::bigint as campaigns
    from category g
    left join (
      select c.category_slug, count(*) as campaigns from campaign c join brand b on b.id = c.brand_id
      where ${runningAt(now)} group by c.category_slug
    ) n on n.category_slug = g.slug
    order by g.position`.execute(db)
  return rows
}
