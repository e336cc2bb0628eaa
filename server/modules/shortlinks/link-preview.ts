import { sql } from 'kysely'
import { m } from '#messages'
import type { FullLink, LinkPreview } from '#contracts/link-preview.schemas.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { answeredState } from './link-queries.ts'
import type { ShortlinkDeps } from './shortlink-deps.ts'
import { shownHost, shownState } from './shortlink-view.ts'
import type { ShortlinkRow } from './shortlink-queries.ts'
import { shortUrl } from './short-url.ts'
import { taggedUrl } from './tracked-url.ts'

type PreviewRow = Pick<
  ShortlinkRow,
  'code' | 'destinationUrl' | 'title' | 'utm' | 'state' | 'expiresAt' | 'fallbackUrl' | 'campaignId'
>
type PreviewDeps = Pick<ShortlinkDeps, 'campaignNames' | 'picturePath' | 'publicOrigin'>

/** What is public about a code before a visitor follows it; `not_found` for an unknown code. */
export async function previewLink(db: Db, code: string, deps: PreviewDeps): Promise<LinkPreview> {
  const row = await rowOf(db, code)
  const { state, leadsTo } = await leading(db, row)
  const campaigns = row.campaignId === null ? undefined : await deps.campaignNames(db, [row.campaignId])
  const campaign = row.campaignId === null ? undefined : campaigns?.get(row.campaignId)
  const brand = campaign ? { name: campaign.brand.name } : null
  return {
    code,
    url: shortUrl(deps.publicOrigin, code),
    // The text of a link that was turned off is not repeated.
    title: state === 'banned' ? null : (row.title ?? campaign?.publicName ?? null),
    host: leadsTo === null ? null : shownHost(leadsTo),
    brand,
    imageURL: campaign && state !== 'banned' ? deps.publicOrigin + deps.picturePath(campaign.id) : null,
    disclosure: brand ? m.links_disclosure_brand({ brand: brand.name }) : m.links_disclosure_own(),
    state,
  }
}

/** Where a code leads, without being followed; null where it leads nowhere. */
export async function fullLink(
  db: Db,
  code: string,
  { publicOrigin }: Pick<PreviewDeps, 'publicOrigin'>,
): Promise<FullLink> {
  const row = await rowOf(db, code)
  const { state, leadsTo } = await leading(db, row)
  return { code, url: shortUrl(publicOrigin, code), destinationUrl: leadsTo, state }
}

async function rowOf(db: Db, code: string): Promise<PreviewRow> {
  const { rows } = await sql<PreviewRow>`
    select code, destination_url as "destinationUrl", title, utm, ${answeredState}, expires_at as "expiresAt",
      fallback_url as "fallbackUrl", campaign_id as "campaignId"
    from link where code = ${code}`.execute(db)
  const row = rows[0]
  if (!row) throw problem('not_found')
  return row
}

async function leading(
  db: Db,
  row: PreviewRow,
): Promise<{ state: LinkPreview['state']; leadsTo: string | null }> {
  const state = shownState(row, await databaseNow(db))
  if (state === 'active') return { state, leadsTo: taggedUrl(row.destinationUrl, row.utm) }
  return { state, leadsTo: state === 'expired' ? row.fallbackUrl : null }
}
