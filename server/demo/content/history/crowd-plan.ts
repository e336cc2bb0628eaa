import { demoCampaigns } from '../campaigns/all-campaigns.ts'
import { demoCategories } from '../categories.ts'
import { otherCreators } from '../creators.ts'
import type { DemoCampaign, DemoCreator } from '../demo-content.ts'
import { firstJoiningDay, lastTrafficDay, mayJoin } from './campaign-traffic.ts'
import { chanceFrom, weighted, whole, type Chance } from './chance.ts'
import { lead, sale, type PlannedConversion, type PlannedEnrolment } from './planned-enrolment.ts'

const categoryNames = new Map(demoCategories.map(({ slug, name }) => [slug, name]))

/** What the other creators did: three to six campaigns each, mostly from their own industries. */
export const crowdPlan: readonly PlannedEnrolment[] = otherCreators.flatMap((creator) => {
  const chance = chanceFrom(`crowd/${creator.key}`)
  const size = 0.3 + 1.6 * chance() ** 2
  return campaignsFor(creator, chance).map((campaign) => plannedEnrolment(creator, campaign, size))
})

function campaignsFor(creator: DemoCreator, chance: Chance): readonly DemoCampaign[] {
  // The nearly exhausted campaign has a plan of its own, which counts every crel.
  let open = demoCampaigns.filter(
    (campaign) =>
      (campaign.intent === 'active' || campaign.intent === 'ended' || campaign.intent === 'paused') &&
      firstJoiningDay(campaign) < lastTrafficDay(campaign) &&
      mayJoin(creator, campaign),
  )
  const chosen: DemoCampaign[] = []
  const wanted = Math.min(open.length, whole(chance, 3, 6))
  while (chosen.length < wanted) {
    const campaign = weighted(
      chance,
      open.map((each) => [each, creator.industries.includes(categoryNames.get(each.category) ?? '') ? 5 : 1]),
    )
    chosen.push(campaign)
    open = open.filter((each) => each !== campaign)
  }
  return chosen
}

function plannedEnrolment(creator: DemoCreator, campaign: DemoCampaign, size: number): PlannedEnrolment {
  const chance = chanceFrom(`crowd/${creator.key}/${campaign.key}`)
  const who = { creator: creator.key, campaign: campaign.key, posts: [] }
  const joinedDay = whole(chance, firstJoiningDay(campaign), Math.min(-1, lastTrafficDay(campaign)))
  if (campaign.approval === 'application') {
    if (chance() < 0.2) return { ...who, appliedDay: whole(chance, -4, -1), clicksPerDay: 0, conversions: [] }
    const appliedDay = Math.max(campaign.startDay + 1, joinedDay - 3)
    return {
      ...who,
      appliedDay,
      joinedDay,
      clicksPerDay: size,
      conversions: conversionsOf(campaign, joinedDay, size, chance),
    }
  }
  return {
    ...who,
    appliedDay: joinedDay,
    joinedDay,
    clicksPerDay: size,
    conversions: conversionsOf(campaign, joinedDay, size, chance),
  }
}

function conversionsOf(
  campaign: DemoCampaign,
  joinedDay: number,
  size: number,
  chance: Chance,
): PlannedConversion[] {
  const { leadCrels, saleCrels, saleBps } = campaign.reward
  // The dearer the conversion, the rarer it is.
  const leadsPerDay = leadCrels === undefined ? 0 : size * Math.min(0.06, 3 / leadCrels)
  const salesPerDay =
    (saleCrels ?? saleBps) === undefined ? 0 : size * 0.02 * Math.min(1, 120 / (saleCrels ?? 1))
  const conversions: PlannedConversion[] = []
  for (let day = joinedDay + 1; day <= Math.min(-1, lastTrafficDay(campaign)); day += 1) {
    const clickDay = Math.max(
      joinedDay + 1,
      day -
        weighted(chance, [
          [0, 6],
          [1, 2],
          [3, 1],
          [8, 1],
        ]),
    )
    const refundDay = day + whole(chance, 4, 12)
    const more = { clickDay, ...(chance() < 0.05 && refundDay <= -1 ? { refundDay } : {}) }
    if (chance() < leadsPerDay) conversions.push(lead(day, more))
    if (chance() < salesPerDay) conversions.push(sale(day, basketOf(campaign, chance), more))
  }
  return conversions
}

function basketOf(campaign: DemoCampaign, chance: Chance): number {
  const [min, max] = campaign.basketUsdCents ?? [0, 0]
  // Two draws multiplied: most baskets are small, a few are not. Prices end in a ten of cents.
  return min === max ? min : 10 * Math.round((min + (max - min) * chance() * chance()) / 10)
}
