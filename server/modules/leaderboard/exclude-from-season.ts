import { seasonBounds } from '#rules/season.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { requireReview } from './approve-season.ts'
import { insertExclusion } from './season-queries.ts'

/**
 * Takes a member out of a frozen season while it is reviewed: the places behind close up. The member finds the reason in
 * the export of their data. Throws `not_found` for a season, a member or a rank there that is not, and `conflict` after
 * the review.
 */
export async function excludeFromSeason(
  tx: Tx,
  { month, uid, reason, author }: { month: string; uid: string; reason: string; author: string },
): Promise<void> {
  await requireReview(tx, month)
  const member = await findMember(tx, uid)
  if (!member) throw problem('not_found', { detail: `There is no member ${uid}.` })
  const { startsAt } = seasonBounds(month)
  const at = await databaseNow(tx)
  if (!(await insertExclusion(tx, { month, startsAt, party: member.party, reason, author, at })))
    throw problem('not_found', { detail: `${uid} has no rank in the season ${month}.` })
}
