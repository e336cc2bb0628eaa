import { sql } from 'kysely'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/**
 * Suspends or resumes a brand. While suspended, its keys are refused and its campaigns are not listed, take no members
 * and pay nothing, also afterwards for what comes meanwhile; members see them as paused, and their links still redirect. `changed` is false where the brand
 * already was in that state. Throws `not_found`.
 */
export async function suspendBrand(
  tx: Tx,
  actor: OperatorActor,
  { slug, suspended, reason }: { slug: string; suspended: boolean; reason?: string | undefined },
): Promise<{ changed: boolean }> {
  const { rows } = await sql<{ isSuspended: boolean }>`
    select state = 'suspended' as "isSuspended" from brand where slug = ${slug} for no key update`.execute(tx)
  const brand = rows[0]
  if (!brand) throw problem('not_found', { detail: `There is no brand ${slug}.` })
  if (brand.isSuspended === suspended) return { changed: false }
  await operate(tx, actor, {
    action: suspended ? 'brand.suspend' : 'brand.resume',
    target: slug,
    before: { suspended: !suspended },
    after: { suspended },
    reason,
  })
  await sql`
    update brand set state = ${suspended ? 'suspended' : 'active'},
      suspended_at = ${suspended ? sql`crels_now()` : null} where slug = ${slug}`.execute(tx)
  return { changed: true }
}
