import { domainToUnicode } from 'node:url'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { ShortlinkDeps } from './shortlink-deps.ts'
import type { ShortlinkRow } from './shortlink-queries.ts'
import { shortUrl } from './short-url.ts'
import { utmFields } from './utm-parameters.ts'

/** What a link's owner sees of it beside its row. */
export type ShortlinkViewDeps = Pick<ShortlinkDeps, 'campaignNames' | 'clickCounts' | 'publicOrigin'>

/** Links as their owner sees them, in the order given; a fixed number of queries for any number. */
export async function shortlinkViews(
  db: Db,
  rows: ShortlinkRow[],
  { campaignNames, clickCounts, publicOrigin }: ShortlinkViewDeps,
): Promise<Shortlink[]> {
  if (rows.length === 0) return []
  const ids = new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))
  const campaigns = ids.size > 0 ? await campaignNames(db, [...ids]) : new Map<string, never>()
  const clicks = await clickCounts(
    db,
    rows.map(({ id }) => id),
  )
  const now = await databaseNow(db)
  return rows.map((row) => {
    const campaign = row.campaignId === null ? undefined : campaigns.get(row.campaignId)
    const counted = clicks.get(row.id)!
    return {
      id: row.id,
      code: row.code,
      url: shortUrl(publicOrigin, row.code),
      kind: row.kind,
      title: row.title,
      destinationUrl: row.destinationUrl,
      host: shownHost(row.destinationUrl),
      utm: utmFields(row.utm),
      defaultSub: row.defaultSub,
      state: shownState(row, now),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      fallbackUrl: row.fallbackUrl,
      createdAt: row.createdAt.toISOString(),
      campaign: campaign ?? null,
      clicks: { total: counted.clicks, countable: counted.countable },
    }
  })
}

/** A link's state with time taken into account. */
export function shownState(
  { state, expiresAt }: Pick<ShortlinkRow, 'state' | 'expiresAt'>,
  now: Date,
): Shortlink['state'] {
  return state === 'active' && expiresAt !== null && expiresAt <= now ? 'expired' : state
}

/** The host of a stored address as people write it, and in ASCII where that differs: two hosts may look alike. */
export function shownHost(url: string): Shortlink['host'] {
  const ascii = new URL(url).hostname
  const name = domainToUnicode(ascii)
  return name === '' || name === ascii ? { name: ascii, ascii: null } : { name, ascii }
}
