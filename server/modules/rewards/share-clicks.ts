import { countedVisitors, DEFAULT_CLICK_LIMITS } from '#rules/click-review.ts'
import { visitorsOfMember } from '#server/modules/conversions/public.ts'
import { visitorsOfLinks } from '#server/modules/links/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { ShareRow } from './share-queries.ts'

/** Visitors of a share: those that count, and those that look like one of them again. */
export interface ShareVisitors {
  clicks: number
  alike: number
}

/**
 * Different visitors who came by the links of a member's shares, by link: countable clicks, one an address and day, at
 * most so many of a network, and none of a data centre or of a device on which the member uses the product. What was
 * decided keeps the number it was decided by.
 */
export async function countShareClicks(
  db: Db,
  uid: string,
  shares: readonly Pick<ShareRow, 'linkId' | 'sharedAt' | 'clicks'>[],
): Promise<Map<string, ShareVisitors>> {
  const counts = new Map(shares.map(({ linkId, clicks }) => [linkId, { clicks: clicks ?? 0, alike: 0 }]))
  const open = shares.filter(({ clicks }) => clicks === null)
  if (open.length === 0) return counts
  const since = new Date(Math.min(...open.map(({ sharedAt }) => sharedAt.getTime())))
  const own = await visitorsOfMember(db, uid, since)
  const linkIds = open.map(({ linkId }) => linkId)
  for (const [linkId, visitors] of await visitorsOfLinks(db, linkIds, own)) {
    const clicks = countedVisitors(visitors, DEFAULT_CLICK_LIMITS.perNetwork)
    counts.set(linkId, { clicks, alike: visitors.length - clicks })
  }
  return counts
}
