import { visitorsOfMember } from '#server/modules/conversions/public.ts'
import { countVisitors } from '#server/modules/links/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { ShareRow } from './share-queries.ts'

/**
 * Different visitors who came by the links of a member's shares, by link: countable clicks, one a device and day, and
 * none of a device on which the member uses the product. What was decided keeps the number it was decided by.
 */
export async function countShareClicks(
  db: Db,
  uid: string,
  shares: readonly Pick<ShareRow, 'linkId' | 'sharedAt' | 'clicks'>[],
): Promise<Map<string, number>> {
  const counts = new Map(shares.map(({ linkId, clicks }) => [linkId, clicks ?? 0]))
  const open = shares.filter(({ clicks }) => clicks === null)
  if (open.length === 0) return counts
  const since = new Date(Math.min(...open.map(({ sharedAt }) => sharedAt.getTime())))
  const own = await visitorsOfMember(db, uid, since)
  const linkIds = open.map(({ linkId }) => linkId)
  return new Map([...counts, ...(await countVisitors(db, linkIds, own))])
}
