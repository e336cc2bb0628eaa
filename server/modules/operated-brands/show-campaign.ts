import { sql } from 'kysely'
import type {
  CampaignOffer,
  CampaignReach,
  CampaignVersion,
  OperatedCampaignDetail,
} from '#contracts/operator-campaigns.schemas.ts'
import type { CampaignState } from '#rules/campaign-state.ts'
import { offersBefore } from '#rules/offer-versions.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import {
  budgetChanges,
  campaignOffer,
  campaignsAsOfNow,
  campaignStates,
  availableCovers,
  otherShowersOf,
} from '#server/modules/campaigns/public.ts'
import { unreservedClicks } from '#server/modules/conversions/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { followsCampaign, worksWhileActive } from '#server/modules/shortlinks/public.ts'
import { budgetReserved } from '#server/modules/ledger/public.ts'
import { listAuditEntries, type AuditEntry } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { operatedCampaignView } from './campaign-list.ts'

/** How many versions are shown. */
const versionsMax = 50
/** How many entries of the log are read for them: acts that change no offer are among these. */
const entriesMax = 1_000

/** A campaign as of now, with its offer and its states so far. Throws `not_found`. */
export async function operatedCampaign(db: Db, id: string): Promise<OperatedCampaignDetail> {
  const [campaign] = await campaignsAsOfNow(db, [id])
  if (!campaign) throw problem('not_found', { detail: `There is no campaign ${id}.` })
  const { offer, revision } = await campaignOffer(db, id)
  const { usdToCrels } = await currentRate(db)
  const states = await campaignStates(db, id)
  return {
    ...operatedCampaignView(campaign, usdToCrels),
    offer: offer as CampaignOffer,
    revision,
    usdToCrels,
    budgetChanges: (await budgetChanges(db, id)).map(({ at, ...change }) => ({
      at: at.toISOString(),
      ...change,
    })),
    states: states.map(({ at, state }) => ({
      at: new Date(at).toISOString(),
      state: state as CampaignState,
    })),
  }
}

/** What a pause, an end, a top-up or a reduction of the budget touches. Throws `not_found`. */
export async function reachOfCampaign(db: Db, id: string): Promise<CampaignReach> {
  const [campaign] = await campaignsAsOfNow(db, [id])
  if (!campaign) throw problem('not_found', { detail: `There is no campaign ${id}.` })
  const destination = sql<string>`(select c.destination_url from campaign c where c.id = ${id})`
  const { rows } = await sql<{ links: number; followingLinks: number }>`
    select count(*) filter (where state = 'active' and ${worksWhileActive}) as links,
      count(*) filter (where ${followsCampaign(destination)}) as "followingLinks"
    from link where campaign_id = ${id}`.execute(db)
  const { usdToCrels } = await currentRate(db)
  const { members, applicants, budgetLeftCrels, leastRewardCrels } = campaign
  const worth = (crels: number) => ({ crels, usdCents: worthInUsdCents(crels, usdToCrels) })
  const { underReview, accepted } = await unreservedClicks(db, id)
  return {
    members,
    applicants,
    ...rows[0]!,
    left: worth(budgetLeftCrels),
    reserved: worth(await budgetReserved(db, id)),
    unreservedClicks: {
      underReview: { clicks: underReview.clicks, ...worth(underReview.crels) },
      accepted: { clicks: accepted.clicks, ...worth(accepted.crels) },
    },
    leastRewardCrels,
  }
}

/** The offer after each of its changes, the newest first, as the log of acts tells them. Throws `not_found`. */
export async function campaignVersions(db: Db, id: string): Promise<CampaignVersion[]> {
  const { offer } = await campaignOffer(db, id)
  const entries = await listAuditEntries(db, { target: id, limit: entriesMax })
  const changes = entries.filter(({ action, before }) => changesOffer(action, before)).toReversed()
  const made = entries.find(({ action }) => action === 'campaign.create')
  const [campaign] = await campaignsAsOfNow(db, [id])
  const offers = offersBefore(
    offer as CampaignOffer,
    changes.map(({ before }) => ({ before: before as Partial<CampaignOffer> })),
  )
  const covers = offers.map(({ coverUrl }) => coverUrl)
  const there = await availableCovers(db, covers)
  const others = await otherShowersOf(db, id, covers)
  return offers
    .map((one, index) => ({
      ...versionOf(one, index, index === 0 ? made : changes[index - 1], campaign!.createdAt),
      isCoverAvailable: there.has(one.coverUrl),
      coverShownBy: (one.coverUrl !== null && others.get(one.coverUrl)) || [],
    }))
    .toReversed()
    .slice(0, versionsMax)
}

/** Whether an act changed an offer: a picture that is erased may have been given up before. */
function changesOffer(action: string, before: unknown): boolean {
  if (action === 'campaign.erase-picture') return before !== null
  return action === 'campaign.edit' || action === 'campaign.picture'
}

function versionOf(
  offer: CampaignOffer,
  index: number,
  entry: AuditEntry | undefined,
  createdAt: Date,
): Omit<CampaignVersion, 'isCoverAvailable' | 'coverShownBy'> {
  return {
    number: index + 1,
    at: (entry?.at ?? createdAt).toISOString(),
    by: entry?.by ?? null,
    reason: entry?.reason ?? null,
    fields: index === 0 ? [] : Object.keys((entry?.before ?? {}) as object),
    offer,
  }
}
