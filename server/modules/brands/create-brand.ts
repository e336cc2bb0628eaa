import { sql } from 'kysely'
import * as z from 'zod'
import { visibleLines } from '#contracts/shapes.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'is a colour like #0b7255')
  .toLowerCase()

/** What is needed to make a brand, as a file or a command gives it. */
export const brandFile = z.strictObject({
  slug: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is lower-case words joined by hyphens'),
  name: z.string().trim().min(1).max(80).check(visibleLines),
  tagline: z.string().trim().max(160).check(visibleLines).default(''),
  about: z.string().trim().max(4000).check(visibleLines).default(''),
  website: z.url({ protocol: /^https?$/ }).max(2048),
  /** The ground of its generated cover art, which carries white text, and the one light on it. */
  colors: z.strictObject({ base: colour, glow: colour }).default({ base: '#0b7255', glow: '#ffd066' }),
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'is two capital letters')
    .nullable()
    .default(null),
})
export type BrandFile = z.output<typeof brandFile>

/** Makes a brand and answers its id. Throws `conflict` when the slug is taken. */
export async function createBrand(
  tx: Tx,
  actor: OperatorActor,
  { demo = false, ...brand }: BrandFile & { demo?: boolean },
): Promise<{ id: string }> {
  await operate(tx, actor, { action: 'brand.create', target: brand.slug, after: brand })
  const id = newId('brand')
  if (!(await insertBrand(tx, id, { ...brand, demo })))
    throw problem('conflict', { detail: `There is already a brand ${brand.slug}.` })
  return { id }
}

/** Inserts a brand; false when its slug is taken. */
async function insertBrand(tx: Tx, id: string, brand: BrandFile & { demo: boolean }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into brand (id, slug, name, tagline, about, website, color_base, color_glow, country, demo)
    values (${id}, ${brand.slug}, ${brand.name}, ${brand.tagline}, ${brand.about}, ${brand.website},
            ${brand.colors.base}, ${brand.colors.glow}, ${brand.country}, ${brand.demo})
    on conflict (slug) do nothing`.execute(tx)
  return numAffectedRows === 1n
}
