import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CategoryTexts } from '#contracts/operator-categories.schemas.ts'
import type { Industry } from '#contracts/taxonomies.ts'
import {
  changedBefore,
  decidedBefore,
  operate,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { invalid } from './invalid-campaign.ts'
import { categoryColumns, textsOf, usesOf, type CategoryRow } from './operated-categories.ts'

/** More would be a row of chips that nobody reads. */
const categoriesMax = 60

const action = 'category.edit'

interface Change {
  slug: string
  reason: string
  /** The revision that who changes it has seen; another one by now is `conflict`. */
  seen?: number | undefined
}

/** What of a category is written. */
export interface WrittenCategory {
  texts: CategoryTexts
  icon: string
  industries: Industry[]
}

/** Adds a category after the others. Throws `conflict` for a slug or name that is taken, and `forbidden`. */
export async function addCategory(
  tx: Tx,
  actor: OperatorActor,
  { slug, texts, icon, industries, reason }: WrittenCategory & Omit<Change, 'seen'>,
): Promise<void> {
  const all = await lockedCategories(tx)
  if (all.some((one) => one.slug === slug))
    throw await decidedBefore(tx, targetOf(slug), `There is a category ${slug} already.`)
  if (all.length >= categoriesMax) throw problem('conflict', { detail: `${categoriesMax} are the most.` })
  requireOwnName(all, { slug, texts })
  const { en, ...others } = texts
  await operate(tx, actor, { action, target: targetOf(slug), after: { texts, icon, industries }, reason })
  await sql`
    insert into category (slug, name, description, texts, icon, industries, position)
    select ${slug}, ${en.name}, ${en.description}, ${JSON.stringify(others)}::jsonb, ${icon}, ${industries},
      coalesce(max(position), 0) + 1 from category`.execute(tx)
}

/**
 * Changes what a category is called, its icon and its industries. Throws `conflict` where another changed it meanwhile,
 * nothing would be other or the name is taken, `not_found` and `forbidden`.
 */
export async function setCategory(
  tx: Tx,
  actor: OperatorActor,
  { texts, icon, industries, ...change }: WrittenCategory & Change,
): Promise<void> {
  const all = await lockedCategories(tx)
  const row = await requireSeen(tx, all, change)
  const before = { texts: textsOf(row), icon: row.icon, industries: row.industries }
  const { slug, reason } = change
  const { en, es, de } = texts
  const after = {
    texts: { en, ...(es && { es }), ...(de && { de }) },
    icon,
    industries,
  }
  if (isDeepStrictEqual(before, after)) throw problem('conflict', { detail: 'It is so already.' })
  requireOwnName(all, { slug, texts })
  const { en: _, ...others } = after.texts
  await operate(tx, actor, { action, target: targetOf(slug), before, after, reason })
  await sql`
    update category set name = ${en.name}, description = ${en.description},
      texts = ${JSON.stringify(others)}::jsonb, icon = ${icon}, industries = ${industries}, revision = revision + 1
    where slug = ${slug}`.execute(tx)
}

/**
 * Retires a category, or takes it back as it was. Only one in which every campaign is over is retired: members would not
 * find the others by it. By the same operator again it changes nothing. Throws `conflict`, `not_found` and `forbidden`.
 */
export async function turnCategory(
  tx: Tx,
  actor: OperatorActor,
  { isRetired, ...change }: { isRetired: boolean } & Change,
): Promise<void> {
  const all = await lockedCategories(tx)
  const { slug, reason } = change
  const row = await requireSeen(tx, all, { slug })
  const after = { isRetired }
  if (row.isRetired === isRetired) {
    const detail = `It is ${isRetired ? 'retired' : 'shown'} already.`
    return await requireOwnAgain(tx, actor, { action, target: targetOf(slug), after, reason, detail })
  }
  await requireSeen(tx, all, change)
  if (isRetired) await requireUnused(tx, slug)
  if (isRetired && all.every((one) => one.isRetired || one.slug === slug))
    throw problem('conflict', { detail: 'It is the last one: a campaign has to be in one.' })
  await operate(tx, actor, {
    action,
    target: targetOf(slug),
    before: { isRetired: row.isRetired },
    after,
    reason,
  })
  await sql`
    update category set is_retired = ${isRetired}, revision = revision + 1 where slug = ${slug}`.execute(tx)
}

/** Puts all categories into an order. Throws `conflict` where it is another by now than the one that was seen. */
export async function orderCategories(
  tx: Tx,
  actor: OperatorActor,
  { slugs, reason, seen }: { slugs: string[]; reason: string; seen?: string[] | undefined },
): Promise<void> {
  const target = 'categories'
  const before = (await lockedCategories(tx)).map(({ slug }) => slug)
  if (seen !== undefined && !isDeepStrictEqual(seen, before))
    throw await changedBefore(tx, target, 'the order')
  if (!isDeepStrictEqual(slugs.toSorted(), before.toSorted()))
    throw invalid('slugs', `Name each category once: ${before.join(', ')}`)
  if (isDeepStrictEqual(slugs, before)) throw problem('conflict', { detail: 'It is so already.' })
  await operate(tx, actor, { action, target, before: { order: before }, after: { order: slugs }, reason })
  // What keeps its place is not written: its row in the log would say that it moved.
  await sql`
    update category g set position = o.position
    from unnest(${slugs}::text[]) with ordinality as o (slug, position)
    where g.slug = o.slug and g.position <> o.position`.execute(tx)
}

/**
 * Every category in its order. The lock waits for campaigns that are being put into one, and they for it; it comes
 * first, since what is read by the statement that waits would be in the order of before.
 */
async function lockedCategories(tx: Tx): Promise<CategoryRow[]> {
  await sql`select from category order by slug for update`.execute(tx)
  const { rows } = await sql<CategoryRow>`
    select ${categoryColumns} from category order by position`.execute(tx)
  return rows
}

async function requireSeen(
  tx: Tx,
  all: CategoryRow[],
  { slug, seen }: Omit<Change, 'reason'>,
): Promise<CategoryRow> {
  const row = all.find((one) => one.slug === slug)
  if (!row) throw problem('not_found', { detail: `There is no category ${slug}.` })
  if (seen !== undefined && seen !== row.revision)
    throw await changedBefore(tx, targetOf(slug), 'this category')
  return row
}

/** Two of one name could not be told apart. */
function requireOwnName(all: CategoryRow[], { slug, texts }: { slug: string; texts: CategoryTexts }): void {
  const { name } = texts.en
  const other = all.find((one) => one.slug !== slug && one.name.toLowerCase() === name.toLowerCase())
  if (other) throw problem('conflict', { detail: `The category ${other.slug} is called ${name} already.` })
}

async function requireUnused(tx: Tx, slug: string): Promise<void> {
  const { open = 0, live = 0 } = (await usesOf(tx, slug)).get(slug) ?? {}
  if (open === 0) return
  const detail = `Campaigns in it that are not over: ${open} (live: ${live}). Move them to another category first, or end them.`
  throw problem('conflict', { detail })
}

function targetOf(slug: string): string {
  return `/campaigns/category/${slug}`
}
