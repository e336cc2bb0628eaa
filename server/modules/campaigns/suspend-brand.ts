import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
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

/** What suspending a brand stops, and resuming it gives back: how much of each, and some campaigns by name. */
export interface BrandReach {
  keys: number
  campaigns: number
  members: number
  campaignExamples: { id: string; title: string }[]
}

/** Counts it, of campaigns that are not over. Throws `not_found`. */
export async function reachOfBrand(db: Db, slug: string): Promise<BrandReach> {
  const { rows } = await sql<BrandReach>`
    select (select count(*) from brand_key k where k.brand_id = b.id and k.revoked_at is null) as keys,
           count(c.id) as campaigns,
           coalesce(sum((select count(*) from enrolment e where e.campaign_id = c.id and e.state = 'active')), 0)::bigint
             as members,
           coalesce((array_agg(json_build_object('id', c.id, 'title', c.title) order by c.id desc)
                     filter (where c.id is not null))[1:5], '{}') as "campaignExamples"
    from brand b left join campaign c on c.brand_id = b.id and c.state not in ('draft', 'ended', 'archived')
    where b.slug = ${slug} group by b.id`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: `There is no brand ${slug}.` })
  return rows[0]
}
