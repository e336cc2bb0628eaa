import { m } from '#messages'
import type { CampaignCard, PublicCard } from '#contracts/campaigns.schemas.ts'
import { daysUntil, formatDate, formatNumber } from '#web/ui/common/format.ts'
import { dollarsAfterFee } from './reward-parts.ts'
import { languageTag } from '#web/ui/language.ts'

/** Few enough places to be worth saying. */
const placesWorthSaying = 20

type Dated = Pick<CampaignCard, 'state' | 'startsAt' | 'endsAt'>
type Counted = Pick<CampaignCard, 'members' | 'memberLimit'>

/** Places left; null without a limit. */
export function placesLeft({ members, memberLimit }: Counted): number | null {
  return memberLimit === null ? null : Math.max(0, memberLimit - members)
}

/** When it starts or ends, in the words that matter most; null when it is open without end, or over. */
export function timeLeft({ state, startsAt, endsAt }: Dated, now: Date): string | null {
  if (state === 'scheduled') return m.campaigns_starts_on({ date: formatDate(startsAt, now) })
  if (endsAt === null || state === 'ended' || state === 'archived') return null
  if (new Date(endsAt) <= now) return null
  const days = daysUntil(endsAt, now)
  if (days === 0) return m.campaigns_ends_today()
  // In seven days the weekday is that of today.
  if (days < 7)
    return m.campaigns_ends_on({
      day: new Date(endsAt).toLocaleDateString(languageTag, { weekday: 'long' }),
    })
  return m.campaigns_days_left({ count: days, amount: formatNumber(days) })
}

/** How many creators are in it, or how few places are left. */
export function company(campaign: Counted): string {
  const places = placesLeft(campaign)
  if (places !== null && places > 0 && places <= placesWorthSaying)
    return m.campaigns_places_left({ count: places, amount: formatNumber(places) })
  const { members } = campaign
  if (members === 0) return m.campaigns_first_creator()
  return m.campaigns_creators({ count: members, amount: formatNumber(members) })
}

/** The line under a card's heading: time, places or creators, and whether the brand approves. */
export function cardFacts(campaign: Dated & Counted & Pick<CampaignCard, 'approval'>, now: Date): string[] {
  return [
    timeLeft(campaign, now),
    campaign.approval === 'application' ? m.campaigns_by_application() : null,
    company(campaign),
  ].filter((fact) => fact !== null)
}

/**
 * The line at the foot of a card: category, time, what stands in the way of joining, and what 100 clicks brought others.
 * The last is for members, who see it with their rate.
 */
export function cardMeta(campaign: PublicCard | CampaignCard, now: Date, rate: string | null): string[] {
  const places = placesLeft(campaign)
  const areFew = places !== null && places > 0 && places <= placesWorthSaying
  const crels = 'earningsPer100ClicksCrels' in campaign ? campaign.earningsPer100ClicksCrels : null
  return [
    campaign.category.name,
    timeLeft(campaign, now),
    campaign.approval === 'application' ? m.campaigns_by_application() : null,
    areFew ? company(campaign) : null,
    crels !== null && rate !== null
      ? m.campaigns_per_100_clicks({ dollars: dollarsAfterFee(crels, rate) })
      : null,
  ].filter((fact) => fact !== null)
}

/** A badge on the art: my state first, then what keeps it from being joined, then whether it is new. */
export function badge(
  campaign: Counted & Pick<CampaignCard, 'state' | 'isNew'> & { enrolment?: CampaignCard['enrolment'] },
): { text: string; tone: 'green' | 'gold' | 'coral' | 'plain' } | null {
  switch (campaign.enrolment?.state) {
    case 'active':
      return { text: m.campaigns_state_joined(), tone: 'green' }
    case 'applied':
      return { text: m.campaigns_state_applied(), tone: 'gold' }
    case 'declined':
      return { text: m.campaigns_state_declined(), tone: 'plain' }
    case 'removed':
      return { text: m.campaigns_state_removed(), tone: 'plain' }
  }
  switch (campaign.state) {
    case 'scheduled':
      return { text: m.campaigns_state_scheduled(), tone: 'gold' }
    case 'paused':
      return { text: m.campaigns_state_paused(), tone: 'plain' }
    case 'exhausted':
      return { text: m.campaigns_state_exhausted(), tone: 'plain' }
    case 'ended':
    case 'archived':
      return { text: m.campaigns_state_ended(), tone: 'plain' }
  }
  if (placesLeft(campaign) === 0) return { text: m.campaigns_state_full(), tone: 'plain' }
  return campaign.isNew ? { text: m.campaigns_new(), tone: 'coral' } : null
}
