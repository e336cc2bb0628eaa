import * as contract from '#contracts/operator-reviews.endpoints.ts'
import { decideClickReview, decideConversionReview } from '#server/modules/conversions/public.ts'
import { refuseInvitation, releaseInvitation } from '#server/modules/friends/public.ts'
import { memberTarget, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import { conversionReview } from '#server/modules/operated-conversions/public.ts'
import { decideShareReview, type ShareDeps } from '#server/modules/shares/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { eachRow } from '#server/platform/http/each-row.ts'
import { clickReview } from './click-review.ts'
import { invitationReview } from './invitation-review.ts'
import { reviewGroups } from './review-groups.ts'
import { reviews } from './review-queue.ts'
import { shareReview } from './share-review.ts'

/** The endpoints of contracts/operator-reviews.endpoints.ts. */
export function reviewRoutes(deps: ShareDeps): Route[] {
  return [
    bind(contract.listReviews, ({ db, query }) => reviews(db, query)),
    bind(contract.listReviewGroups, ({ db, query }) => reviewGroups(db, query.kind)),
    bind(contract.getConversionReview, ({ db, params }) => conversionReview(db, params.id)),
    bind(contract.getClickReview, ({ db, params }) => clickReview(db, params.id)),
    bind(contract.getShareReview, ({ db, params }) => shareReview(db, params.id, deps)),
    bind(contract.getInvitationReview, ({ db, params }) => invitationReview(db, params.uid)),
    bind(contract.decideConversions, async ({ db, actor, body: { ids, ...decision } }) =>
      eachRow(db, ids, async (tx, conversionId) =>
        decideConversionReview(tx, actor, { conversionId, ...decision }),
      ),
    ),
    bind(contract.decideClicks, async ({ db, actor, body: { ids, ...decision } }) =>
      eachRow(db, ids, async (tx, reviewId) => decideClickReview(tx, actor, { reviewId, ...decision })),
    ),
    bind(contract.decideShares, async ({ db, actor, body: { ids, ...decision } }) =>
      eachRow(db, ids, async (tx, linkId) => decideShareReview(tx, actor, { linkId, ...decision })),
    ),
    bind(contract.releaseInvitations, async ({ db, actor, body }) =>
      eachRow(db, body.ids, async (tx, friendUid) =>
        requireWaiting(tx, actor, {
          friendUid,
          action: 'invitation.release',
          isDone: await releaseInvitation(tx, actor, { friendUid, at: await databaseNow(tx) }),
        }),
      ),
    ),
    bind(contract.refuseInvitations, async ({ db, actor, body: { ids, reason } }) =>
      eachRow(db, ids, async (tx: Tx, friendUid) =>
        requireWaiting(tx, actor, {
          friendUid,
          action: 'invitation.refuse',
          isDone: await refuseInvitation(tx, actor, { friendUid, reason, at: await databaseNow(tx) }),
        }),
      ),
    ),
  ]
}

const decisions = ['invitation.release', 'invitation.refuse'] as const

/** An invitation that another decided before waits no more. */
async function requireWaiting(
  tx: Tx,
  actor: OperatorActor,
  { friendUid, action, isDone }: { friendUid: string; action: (typeof decisions)[number]; isDone: boolean },
): Promise<void> {
  if (isDone) return
  const detail = 'This invitation is not under review any more.'
  const target = await memberTarget(tx, friendUid)
  await requireOwnAgain(tx, actor, { action, target, detail, actions: decisions })
}
