import * as campaigns from '#contracts/campaigns.ts'
import * as enrolments from '#contracts/enrolments.ts'
import { answer, bind, type Bound } from '#server/platform/http/bind.ts'
import { getBrand, listBrands } from './brand-pages.ts'
import { campaignCards, getCampaign, getPublicCampaign } from './campaign-page.ts'
import { listCategories } from './category-queries.ts'
import { enrolmentViews, type EnrolmentViewDeps } from './enrolment-view.ts'
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
      return { items: await campaignCards(db, actor.uid, items, publicOrigin, now), nextCursor }
    }),
    bind(
      campaigns.getCampaign,
      async ({ db, actor, params, clock }) =>
        await getCampaign(db, actor, params.id, publicOrigin, clock.now()),
    ),
    bind(
      campaigns.getPublicCampaign,
      async ({ db, params, clock }) => await getPublicCampaign(db, params.id, clock.now()),
    ),
    bind(campaigns.listCategories, async ({ db, clock }) => ({
      items: await listCategories(db, clock.now()),
    })),
    bind(campaigns.listBrands, async ({ db, clock }) => await listBrands(db, clock.now())),
    bind(campaigns.getBrand, async ({ db, params, clock }) => await getBrand(db, params.slug, clock.now())),

    bind(
      enrolments.joinCampaign,
      async (ctx) =>
        await ctx.transaction(async (tx) => {
          const input = { campaignId: ctx.params.id, ...ctx.body }
          const { enrolment, isNew } = await joinCampaign(tx, ctx.actor, input)
          const [view] = await enrolmentViews(tx, [enrolment], deps, ctx.clock.now())
          return answer(isNew ? 201 : 200, view!)
        }),
    ),
    bind(
      enrolments.leaveCampaign,
      async (ctx) =>
        await ctx.transaction(async (tx) => {
          const enrolment = await leaveCampaign(tx, ctx.actor, { campaignId: ctx.params.id })
          return (await enrolmentViews(tx, [enrolment], deps, ctx.clock.now()))[0]!
        }),
    ),
    bind(enrolments.listEnrolments, async ({ db, actor, query, clock }) => {
      const { items, nextCursor } = await listEnrolments(db, { uid: actor.uid, ...query })
      return { items: await enrolmentViews(db, items, deps, clock.now()), nextCursor }
    }),
  ]
}
