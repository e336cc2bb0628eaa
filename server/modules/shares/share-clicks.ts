import { countVisitors, type ClickLimits, type CountedVisitors } from '#rules/click-review.ts'
import { addressesOfMember, visitorsOfMember } from '#server/modules/conversions/public.ts'
import { visitorsOfLinks } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { ShareRow } from './share-queries.ts'

/** Visitors of a share: those that count, and those that look like one of them again, with the reason. */
export interface ShareVisitors {
  clicks: number
  alike: number
  /** Null where none looks alike. */
  reason: CountedVisitors['reason']
}

/**
 * Different visitors who came by the links of a member's shares, by link: countable clicks, one an address and day, at
 * most so many of a network, and none of a data center, of a device on which the member uses the product or of an address
 * that they had that day. Of a share that an operator accepted all of them count. What was decided keeps the number it was
 * decided by.
 */
export async function countShareClicks(
  db: Db,
  uid: string,
  shares: readonly Pick<ShareRow, 'linkId' | 'sharedAt' | 'clicks' | 'review'>[],
  limits: ClickLimits,
): Promise<Map<string, ShareVisitors>> {
  const counts = new Map<string, ShareVisitors>(
    shares.map(({ linkId, clicks }) => [linkId, { clicks: clicks ?? 0, alike: 0, reason: null }]),
  )
  const open = shares.filter(({ clicks }) => clicks === null)
  if (open.length === 0) return counts
  const since = new Date(Math.min(...open.map(({ sharedAt }) => sharedAt.getTime())))
  const own = await visitorsOfMember(db, uid, since)
  const ownAddresses = new Set(await addressesOfMember(db, uid, since))
  const visitors = await visitorsOfLinks(
    db,
    open.map(({ linkId }) => linkId),
    own,
  )
  for (const { linkId, review } of open) {
    const came = visitors.get(linkId) ?? []
    const { counted, reason } =
      review === 'accepted'
        ? { counted: came.length, reason: null }
        : countVisitors(came, limits, ownAddresses)
    counts.set(linkId, { clicks: counted, alike: came.length - counted, reason })
  }
  return counts
}
