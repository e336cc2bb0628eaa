import { enrolmentTerms, campaignFacts, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'
import { decideReviewedClicks } from '#server/modules/clicks/public.ts'
import { notifyDecidedClicks, type Notification } from '#server/modules/notifications/public.ts'
import { authorOf, operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockClickReview, settleClickReview, type ClickReviewState } from './click-review-queries.ts'

/**
 * Decides clicks that are under review. Accepted: they are due again and paid with the enrolment's next hour, once, as
 * far as budget and cap cover them; nothing was reserved for them. Rejected: they are not paid. An operator's own
 * decision again changes nothing; one after another's throws `conflict`, an unknown review `not_found`. The member gets
 * a mail, with the operator's `answer`.
 */
export async function decideClickReview(
  tx: Tx,
  actor: OperatorActor,
  { reviewId, accept, answer = null }: { reviewId: string; accept: boolean; answer?: string | null },
): Promise<{ id: string; state: ClickReviewState; clicks: number }> {
  const state = accept ? 'accepted' : 'rejected'
  const found = await lockClickReview(tx, reviewId)
  if (!found) throw problem('not_found', { detail: 'There is no such review.' })
  const act = { action: 'click.decide', target: reviewId, after: { state } } as const
  if (found.state !== 'under_review')
    await requireOwnAgain(tx, actor, { ...act, detail: `This review is ${found.state} already.` })
  else {
    // The enrolment is locked as by who pays: neither sees half of the other's clicks.
    const terms = await enrolmentTerms(tx, found.enrolmentId)
    await operate(tx, actor, {
      ...act,
      before: { state: found.state },
      member: terms && { uid: terms.uid },
    })
    await decideReviewedClicks(tx, reviewId, accept)
    await settleClickReview(tx, reviewId, { state, author: authorOf(actor) })
    if (terms)
      await notifyDecided(tx, terms, { accepted: accept, clicks: found.clicks, reason: found.reason, answer })
  }
  return { id: reviewId, state, clicks: found.clicks }
}

type Decided = Omit<
  Extract<Notification, { kind: 'click_review_decided' }>['facts'],
  keyof Awaited<ReturnType<typeof campaignFacts>>
>

async function notifyDecided(tx: Tx, { uid, campaign }: EnrolmentTerms, decided: Decided): Promise<void> {
  await notifyDecidedClicks(tx, uid, { ...(await campaignFacts(tx, campaign.id)), ...decided })
}
