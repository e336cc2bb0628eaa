import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { WrittenBrand } from '#contracts/operator-brands.schemas.ts'
import { changedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/**
 * Changes what a brand is called and what its pages say; its slug stays, and links lead where they led. Who edits it says
 * which revision they have `seen`. The log has what was and is of each field that is other. Throws `conflict` where
 * another changed it meanwhile or nothing would be other, `not_found` and `forbidden`.
 */
export async function editBrand(
  tx: Tx,
  actor: OperatorActor,
  { slug, reason, seen, ...next }: WrittenBrand & { slug: string; reason: string; seen: number },
): Promise<void> {
  const { rows } = await sql<WrittenBrand & { revision: number }>`
    select name, tagline, about, website, country, revision,
      jsonb_build_object('base', color_base, 'glow', color_glow) as colors
    from brand where slug = ${slug} for no key update`.execute(tx)
  if (!rows[0]) throw problem('not_found', { detail: `There is no brand ${slug}.` })
  const { revision, ...now } = rows[0]
  if (revision !== seen) throw await changedBefore(tx, slug, 'this brand')
  const changed = fields.filter((field) => !isDeepStrictEqual(now[field], next[field]))
  if (changed.length === 0) throw problem('conflict', { detail: 'It is so already.' })
  const of = (brand: WrittenBrand) => Object.fromEntries(changed.map((field) => [field, brand[field]]))
  await operate(tx, actor, {
    action: 'brand.edit',
    target: slug,
    before: of(now),
    after: of(next),
    reason,
  })
  // The name alone where it is another: searches are written anew for each campaign by it.
  const { name, tagline, about, website, country, colors } = next
  await sql`
    update brand set ${changed.includes('name') ? sql`name = ${name},` : sql``} tagline = ${tagline}, about = ${about},
      website = ${website}, country = ${country}, color_base = ${colors.base}, color_glow = ${colors.glow},
      revision = revision + 1
    where slug = ${slug}`.execute(tx)
}

const fields = ['name', 'tagline', 'about', 'website', 'country', 'colors'] as const
