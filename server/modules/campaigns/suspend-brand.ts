import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/**
 * Suspends a brand, or lets it go on. Suspended, its keys open nothing, its campaigns are not found and pay nothing,
 * and members see them as paused; their links go on leading where they led. Answers whether it changed anything;
 * throws `not_found`.
 */
export async function suspendBrand(
  tx: Tx,
  { slug, suspended }: { slug: string; suspended: boolean },
): Promise<{ changed: boolean }> {
  const { rows } = await sql<{ isSuspended: boolean }>`
    select state = 'suspended' as "isSuspended" from brand where slug = ${slug} for no key update`.execute(tx)
  const brand = rows[0]
  if (!brand) throw problem('not_found', { detail: `There is no brand ${slug}.` })
  if (brand.isSuspended === suspended) return { changed: false }
  await sql`
    update brand set state = ${suspended ? 'suspended' : 'active'},
      suspended_at = ${suspended ? sql`crels_now()` : null} where slug = ${slug}`.execute(tx)
  return { changed: true }
}
