import { sql } from 'kysely'
import { languages } from '#contracts/languages.ts'
import type {
  CategoryTexts,
  CategoryUse,
  CategoryVersion,
  ListedCategory,
  OperatedCategories,
  OperatedCategory,
} from '#contracts/operator-categories.schemas.ts'
import type { Industry } from '#contracts/taxonomies.ts'
import { versionsOfRow } from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inLanguage } from '#server/platform/language.ts'
import { categoryIn, initialTexts, type EnteredTexts } from './category-texts.ts'
import { runningAt } from './running-campaigns.ts'

/** A category as its row has it. */
export interface CategoryRow {
  slug: string
  name: string
  description: string
  texts: EnteredTexts
  icon: string
  industries: Industry[]
  isRetired: boolean
  revision: number
}

/** The columns of a `CategoryRow`. */
export const categoryColumns = sql`slug, name, description, texts, icon, industries,
  is_retired as "isRetired", revision`

/** The categories in their order, those that are retired too, with how many campaigns are in each. */
export async function operatedCategories(db: Db): Promise<OperatedCategories> {
  const { rows } = await sql<CategoryRow>`
    select ${categoryColumns} from category order by position`.execute(db)
  const uses = await usesOf(db)
  return { items: rows.map((row) => listed(row, uses.get(row.slug))) }
}

/** A category in its versions. Throws `not_found`. */
export async function operatedCategory(db: Db, slug: string): Promise<OperatedCategory> {
  const { rows } = await sql<CategoryRow>`
    select ${categoryColumns} from category where slug = ${slug}`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: `There is no category ${slug}.` })
  const use = (await usesOf(db, slug)).get(slug)
  return { ...listed(rows[0], use), initial: initialTexts(slug), versions: await versionsOf(db, slug) }
}

/** The texts of a row by language, English among them. */
export function textsOf({ name, description, texts }: Pick<CategoryRow, 'name' | 'description' | 'texts'>) {
  const { es, de } = texts
  return { en: { name, description }, ...(es && { es }), ...(de && { de }) } satisfies CategoryTexts
}

/** How many campaigns are in each category that has any; in one of them where its slug is given. */
export async function usesOf(db: Db, slug?: string): Promise<Map<string, CategoryUse>> {
  const { rows } = await sql<CategoryUse & { slug: string }>`
    select c.category_slug as slug, count(*)::int as campaigns,
      (count(*) filter (where c.state not in ('ended', 'archived')))::int as open,
      (count(*) filter (where ${runningAt(await databaseNow(db))}))::int as live
    from campaign c join brand b on b.id = c.brand_id
    where ${slug === undefined ? sql`true` : sql`c.category_slug = ${slug}`}
    group by c.category_slug`.execute(db)
  return new Map(rows.map(({ slug: of, ...use }) => [of, use]))
}

function listed(row: CategoryRow, use: CategoryUse = { campaigns: 0, open: 0, live: 0 }): ListedCategory {
  const { slug, icon, industries, isRetired, revision } = row
  const initial = initialTexts(slug)
  const texts = textsOf(row)
  const isAsItCame =
    initial?.name === row.name && initial.description === row.description && Object.keys(texts).length === 1
  return {
    slug,
    texts,
    shown: Object.fromEntries(
      languages.map((language) => {
        const { name, description } = inLanguage(language, () => categoryIn(row))
        return [language, { name, description }]
      }),
    ) as ListedCategory['shown'],
    icon,
    industries,
    isRetired,
    origin: initial === null ? 'added' : isAsItCame ? 'default' : 'edited',
    revision,
    use,
  }
}

/** Columns of an audited row are logged by their own names. */
type LoggedRow = Omit<CategoryRow, 'isRetired'> & { is_retired: boolean }

/** Its versions by the log; another place among the others is none. */
async function versionsOf(db: Db, slug: string): Promise<CategoryVersion[]> {
  const changes = await versionsOfRow<LoggedRow>(db, { table: 'category', key: { slug }, limit: 50 })
  return changes.map(({ at, by, reason, row }) => ({
    revision: row.revision,
    texts: textsOf(row),
    icon: row.icon,
    industries: row.industries,
    isRetired: row.is_retired,
    author: by,
    reason,
    setAt: at.toISOString(),
  }))
}
