import * as campaigns from '#contracts/campaigns.ts'
import * as enrolments from '#contracts/enrolments.ts'
import { answer, bind, type Bound } from '#server/platform/http/bind.ts'
import { getBrand, listBrands } from './brand-pages.ts'
import { campaignCards, getCampaign, getPublicCampaign } from './campaign-page.ts'
import { listCategories } from './category-queries.ts'
import { enrolmentView, enrolmentViews, type EnrolmentViewDeps } from './enrolment-view.ts'
import { joinCampaign } from './join-campaign.ts'
import { leaveCampaign } from './leave-campaign.ts'
import { listCampaigns } from './list-campaigns.ts'
import { listEnrolments } from './list-enrolments.ts'

/** The endpoints of contracts/campaigns.ts and contracts/enrolments.ts. */
export function campaignRoutes(deps: EnrolmentViewDeps): Bound[] {
  const { publicOrigin } = deps
  return [
    bind(campaigns.listCampaigns, async ({ db, actor, query, clock }) => {
      const now = clock.now()
      const { items, nextCursor } = await listCampaigns(db, query, now)
      return { items: await campaignCards(db, actor, items, { publicOrigin, now }), nextCursor }
    }),
    bind(campaigns.getCampaign, ({ db, actor, params, clock }) =>
      getCampaign(db, actor, params.id, { publicOrigin, now: clock.now() }),
    ),
    bind(campaigns.getPublicCampaign, ({ db, params, clock }) =>
      getPublicCampaign(db, params.id, clock.now()),
    ),
    bind(campaigns.listCategories, ({ db, clock }) => listCategories(db, clock.now())),
    bind(campaigns.listBrands, ({ db, clock }) => listBrands(db, clock.now())),
    bind(campaigns.getBrand, ({ db, params, clock }) => getBrand(db, params.slug, clock.now())),

    bind(enrolments.joinCampaign, ({ transaction, actor, params, body, clock }) =>
      transaction(async (tx) => {
        const { enrolment, isNew } = await joinCampaign(tx, actor, { campaignId: params.id, ...body })
        return answer(isNew ? 201 : 200, await enrolmentView(tx, enrolment, deps, clock.now()))
      }),
    ),
    bind(enrolments.leaveCampaign, ({ transaction, actor, params, clock }) =>
      transaction(async (tx) => {
        const enrolment = await leaveCampaign(tx, actor, { campaignId: params.id })
        return await enrolmentView(tx, enrolment, deps, clock.now())
      }),
    ),
    bind(enrolments.listEnrolments, async ({ db, actor, query, clock }) => {
      const { items, nextCursor } = await listEnrolments(db, actor, query)
      return { items: await enrolmentViews(db, items, deps, clock.now()), nextCursor }
    }),
  ]
}
