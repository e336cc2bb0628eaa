import { sql } from 'kysely'
import type { OperatedBrand, OperatedBrandDetail } from '#contracts/operator-brands.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import type { Db } from '#server/platform/database.ts'
import { filesPrefix } from '#server/platform/files/stored-files.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'

type Row = Omit<OperatedBrandDetail, 'createdAt' | 'suspendedAt'> & {
  createdAt: Date
  suspendedAt: Date | null
}

export interface BrandQuery {
  /** In the name or the slug. */
  q?: string | undefined
  state?: OperatedBrand['state'] | undefined
  limit: number
  cursor?: string | undefined
}

/** One page of brands, the newest first, each with how much it has. */
export async function operatedBrands(
  db: Db,
  { q, state, limit, cursor }: BrandQuery,
): Promise<Page<OperatedBrand>> {
  const before = cursor === undefined ? null : decodeCursor(idPlace('brand'), cursor)[0]
  const { rows } = await sql<Row>`
    select ${columns} from brand b ${counts}
    where (${before}::text is null or b.id < ${before})
      and (${state ?? null}::text is null or b.state = ${state ?? null})
      and (${q ?? null}::text is null or strpos(lower(b.name), lower(${q ?? ''})) > 0
        or strpos(b.slug, lower(${q ?? ''})) > 0)
    order by b.id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit, ({ id }) => [id])
  return { ...page, items: page.items.map((row) => inList(brandView(row))) }
}

/** One brand with what its pages say. Throws `not_found`. */
export async function operatedBrand(db: Db, slug: string): Promise<OperatedBrandDetail> {
  const { rows } = await sql<Row>`
    select ${columns} from brand b ${counts} where b.slug = ${slug}`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: `There is no brand ${slug}.` })
  return brandView(rows[0])
}

const columns = sql`
  b.id, b.slug, b.name, b.tagline, b.about, b.website, b.country, b.state, b.demo as "isDemo", b.contact_email as "contactEmail", b.revision,
  jsonb_build_object('base', b.color_base, 'glow', b.color_glow) as colors,
  ${filesPrefix} || b.logo_key as "logoURL", b.suspended_at as "suspendedAt", b.created_at as "createdAt",
  n.campaigns, n.members, n.keys`

/** For each brand of the page, by the indexes of campaigns and keys by brand. */
const counts = sql`
  cross join lateral (
    select count(*) as campaigns, coalesce(sum(c.members), 0)::bigint as members,
      (select count(*) from brand_key k where k.brand_id = b.id and k.revoked_at is null
        and coalesce(k.expires_at > crels_now(), true)) as keys
    from campaign c where c.brand_id = b.id and c.state not in ('ended', 'archived')) n`

function brandView({ createdAt, suspendedAt, ...row }: Row): OperatedBrandDetail {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
  }
}

function inList({
  tagline: _,
  about: __,
  contactEmail: ___,
  revision: ____,
  ...brand
}: OperatedBrandDetail): OperatedBrand {
  return brand
}
