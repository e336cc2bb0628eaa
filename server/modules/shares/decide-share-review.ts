import { campaignFacts } from '#server/modules/campaigns/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { authorOf, operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { shareOfLink } from './share-queries.ts'
import { settleShareReview, shareReview } from './share-review-queries.ts'
import { lockRewards } from '#server/modules/points/public.ts'

/**
 * Decides a share that is under review. Accepted: all its visitors count, and the job pays it once, as any other.
 * Rejected: those that count still do, and it is paid when enough others come while it is open. An operator's own decision
 * again changes nothing; one after another's throws `conflict`, a share that is not under review `not_found`. The member
 * gets a mail with the operator's `answer`.
 */
export async function decideShareReview(
  tx: Tx,
  actor: OperatorActor,
  { linkId, accept, answer = null }: { linkId: string; accept: boolean; answer?: string | null },
): Promise<{ id: string; state: 'accepted' | 'rejected'; visitors: number }> {
  const state = accept ? 'accepted' : 'rejected'
  const share = await shareOfLink(tx, linkId)
  // Locks as those who settle it do: a share that is paid at this moment is under review no more.
  if (share) await lockRewards(tx, share.party)
  const review = share && (await shareReview(tx, linkId))
  if (!share || !review) throw problem('not_found', { detail: 'There is no such review.' })
  const { reason, visitors } = review
  const act = { action: 'click.decide', target: linkId, after: { state } } as const
  if (review.state !== 'under_review')
    await requireOwnAgain(tx, actor, { ...act, detail: `This review is ${review.state} already.` })
  else {
    await operate(tx, actor, {
      ...act,
      before: { state: review.state },
      member: { uid: share.uid },
    })
    await settleShareReview(tx, linkId, { state, author: authorOf(actor) })
    const facts = { ...(await campaignFacts(tx, share.campaignId)), accepted: accept, reason, answer }
    await notifyMembers(tx, [share.uid], { kind: 'share_review_decided', facts })
  }
  return { id: linkId, state, visitors }
}
