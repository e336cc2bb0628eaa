import { campaignFacts } from '#server/modules/campaigns/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { answerAppeal } from './appeals.ts'
import { settleConversion } from './conversion-queries.ts'
import type { LockedEarning } from './earning-queries.ts'

/**
 * Ends the review of a locked conversion by its earning, which is settled: accepted, or rejected for a `reason` in
 * snake_case. An appeal of its member's is answered with it, who is notified; answers whether there was one.
 */
export async function endReview(
  tx: Tx,
  {
    id: earningId,
    conversionId,
    campaignId,
  }: Pick<LockedEarning, 'id' | 'campaignId'> & { conversionId: string },
  { reason, at, answer }: { reason: string | null; at: Date; answer: string | null },
): Promise<boolean> {
  await settleConversion(tx, conversionId, { status: reason === null ? 'accepted' : 'rejected', reason, at })
  const granted = reason === null
  const uid = await answerAppeal(tx, { earningId, granted, answer, at })
  if (uid === undefined) return false
  const facts = { ...(await campaignFacts(tx, campaignId)), granted, reason, answer }
  await notifyMembers(tx, [uid], { kind: 'appeal_answered', facts })
  return true
}
