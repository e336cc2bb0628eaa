import { sql } from 'kysely'
import type { BrandUse } from '#contracts/operator-brands.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/**
 * Where a brand is named: what another name touches, by the indexes of campaigns, links and enrolments. Throws
 * `not_found`.
 */
export async function brandUse(db: Db, slug: string): Promise<BrandUse> {
  const { rows } = await sql<BrandUse>`
    with own as (
      select c.id, c.state from brand b join campaign c on c.brand_id = b.id where b.slug = ${slug} and c.state <> 'draft'
    )
    select (select count(*) from own) as campaigns,
      (select count(*) from own where state not in ('ended', 'archived')) as open,
      (select count(*) from own o join link l on l.campaign_id = o.id) as links,
      (select count(distinct e.uid) from own o join enrolment e on e.campaign_id = o.id and e.joined_at is not null) as members
    from brand where slug = ${slug}`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: `There is no brand ${slug}.` })
  return rows[0]
}
