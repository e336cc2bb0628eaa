import * as campaigns from '#contracts/campaigns.endpoints.ts'
import * as enrolments from '#contracts/enrolments.endpoints.ts'
import * as previews from '#contracts/operator-previews.endpoints.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import type { StaleReads } from '#server/platform/stale-reads/stale-reads.ts'
import { reachOfBrand } from './brand-campaigns.ts'
import { campaignCard, getCampaign, getPublicCampaign, type CampaignResults } from './campaign-page.ts'
import { categoryIn } from './category-texts.ts'
import { listCategories, type CategoryCount } from './category-queries.ts'
import { enrolmentView, enrolmentViews, type EnrolmentViewDeps } from './enrolment-view.ts'
import { joinCampaign } from './join-campaign.ts'
import { leaveCampaign } from './leave-campaign.ts'
import { listCampaigns } from './list-campaigns.ts'
import { listEnrolments } from './list-enrolments.ts'
import { seekerOf } from './seeker-of.ts'

/** Counting reads every running campaign: done at most this often. */
const countsTtlMs = 10_000

/**
 * The endpoints of contracts/campaigns.endpoints.ts and contracts/enrolments.endpoints.ts, and what suspending a brand
 * stops.
 */
export function campaignRoutes(deps: EnrolmentViewDeps & CampaignResults & { reads: StaleReads }): Route[] {
  const { reads, publicOrigin, trustOf, earningsPer100Clicks } = deps
  const categories = new ExpiringCache<CategoryCount[]>({ ttlMs: countsTtlMs, entriesMax: 1 })
  return [
    bind(campaigns.listCampaigns, ({ request, actor: { uid }, query, clock }) =>
      reads.read('campaigns', request, async (db) => {
        const now = clock.now()
        const isPersonal = query.sort === 'for_me' || query.sort === 'suggested'
        const seeker = isPersonal ? await seekerOf(db, uid) : undefined
        const { items, ...page } = await listCampaigns(db, { ...query, seeker, uid }, now)
        const ids = items.map(({ id }) => id)
        const per100Clicks = ids.length > 0 ? await earningsPer100Clicks(db, ids) : new Map<string, number>()
        return {
          items: items.map((row) => campaignCard(row, { publicOrigin, now, per100Clicks })),
          ...page,
        }
      }),
    ),
    bind(campaigns.getCampaign, ({ db, actor, params, clock }) =>
      getCampaign(db, actor, params.id, { publicOrigin, now: clock.now(), trustOf }),
    ),
    bind(campaigns.getPublicCampaign, ({ db, params, clock }) =>
      getPublicCampaign(db, params.id, { now: clock.now(), trustOf }),
    ),
    bind(campaigns.listCategories, async ({ db, clock }) => {
      const items = await categories.get('all', async () => await listCategories(db, clock.now()))
      return { items: items.map(categoryIn) }
    }),

    bind(enrolments.joinCampaign, ({ transaction, actor, params, body, clock }) =>
      transaction(async (tx) => {
        const input = { campaignId: params.id, ...body }
        const { enrolment, isNew, grantedPoints } = await joinCampaign(tx, actor, input)
        const view = await enrolmentView(tx, enrolment, deps, clock.now())
        return answer(isNew ? 201 : 200, { ...view, grantedPoints })
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
    bind(previews.previewBrand, async ({ db, params }) => reachOfBrand(db, params.slug)),
  ]
}
