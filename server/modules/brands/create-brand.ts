import { sql } from 'kysely'
import type { NewBrand } from '#contracts/operator-brands.schemas.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'

/** Makes a brand and answers its id. Throws `conflict` when the slug is taken. */
export async function createBrand(
  tx: Tx,
  actor: OperatorActor,
  { demo = false, ...brand }: NewBrand & { demo?: boolean },
): Promise<{ id: string }> {
  await operate(tx, actor, { action: 'brand.create', target: brand.slug, after: brand })
  const id = newId('brand')
  if (!(await insertBrand(tx, id, { ...brand, demo })))
    throw problem('conflict', { detail: `There is already a brand ${brand.slug}.` })
  return { id }
}

/** Inserts a brand; false when its slug is taken. */
async function insertBrand(tx: Tx, id: string, brand: NewBrand & { demo: boolean }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into brand (id, slug, name, tagline, about, website, color_base, color_glow, country, demo)
    values (${id}, ${brand.slug}, ${brand.name}, ${brand.tagline}, ${brand.about}, ${brand.website},
            ${brand.colors.base}, ${brand.colors.glow}, ${brand.country}, ${brand.demo})
    on conflict (slug) do nothing`.execute(tx)
  return numAffectedRows === 1n
}
