import { sql, type RawBuilder } from 'kysely'
import type { OperatedCampaign } from '#contracts/operator-campaigns.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import type { CampaignState } from '#rules/campaign-state.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import { rewardCost } from '#rules/reward-cost.ts'
import { campaignsAsOfNow, type CampaignAsOfNow } from '#server/modules/campaigns/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'

export interface CampaignFilters {
  /** In the title or the brand's name. */
  q?: string | undefined
  /** As it was last written. */
  state?: CampaignState | undefined
  /** The brand's slug. */
  brand?: string | undefined
  category?: string | undefined
}

export interface CampaignQuery extends CampaignFilters {
  limit: number
  cursor?: string | undefined
}

/** What campaigns, `campaign c` of `brand b`, are chosen by. */
export function chosenCampaigns({ q, state, brand, category }: CampaignFilters): RawBuilder<unknown> {
  return sql`(${state ?? null}::text is null or c.state = ${state ?? null})
    and (${brand ?? null}::text is null or b.slug = ${brand ?? null})
    and (${category ?? null}::text is null or c.category_slug = ${category ?? null})
    and (${q ?? null}::text is null or strpos(lower(c.title), lower(${q ?? ''})) > 0
      or strpos(lower(b.name), lower(${q ?? ''})) > 0)`
}

/** One page of campaigns, the newest first, each as of now and in dollars. */
export async function operatedCampaignPage(
  db: Db,
  { limit, cursor, ...filters }: CampaignQuery,
): Promise<Page<OperatedCampaign>> {
  const before = cursor === undefined ? null : decodeCursor(idPlace('campaign'), cursor)[0]
  const { rows } = await sql<{ id: string }>`
    select c.id from campaign c join brand b on b.id = c.brand_id
    where (${before}::text is null or c.id < ${before})
      and ${chosenCampaigns(filters)}
    order by c.id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit, ({ id }) => [id])
  const { usdToCrels } = await currentRate(db)
  const campaigns = await campaignsAsOfNow(
    db,
    page.items.map(({ id }) => id),
  )
  return { ...page, items: campaigns.map((campaign) => operatedCampaignView(campaign, usdToCrels)) }
}

/** A campaign as operators see it, its crels in dollars at a rate. */
export function operatedCampaignView(campaign: CampaignAsOfNow, usdToCrels: string): OperatedCampaign {
  const { reward, budgetCrels, budgetLeftCrels, startsAt, endsAt, createdAt, ...rest } = campaign
  const worth = (crels: number) => ({ crels, usdCents: worthInUsdCents(crels, usdToCrels) })
  return {
    ...rest,
    reward,
    cost: rewardCost(reward, usdToCrels),
    budget: worth(budgetCrels),
    spent: worth(Math.max(0, budgetCrels - budgetLeftCrels)),
    left: worth(budgetLeftCrels),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
