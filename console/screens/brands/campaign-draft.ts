import type { createOperatedCampaign } from '#contracts/operator-campaigns.endpoints.ts'
import type { Sent } from '#contracts/endpoint.ts'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'

/** A campaign as it is typed: every value is a text, but for lists of choices. */
export interface CampaignDraft {
  brand: string
  category: string
  title: string
  summary: string
  destinationUrl: string
  /** Crels for a thousand clicks, for a lead, for a sale; empty is nothing. */
  clickCrels: string
  leadCrels: string
  saleKind: 'none' | 'crels' | 'share'
  saleCrels: string
  /** Of the sale. */
  salePercent: string
  holdDays: string
  cookieDays: string
  perMemberCapCrels: string
  memberLimit: string
  joiningBonusPoints: string
  approval: 'open' | 'application'
  /** Codes with commas between. */
  countries: string
  requiredChannels: string[]
  /** As a field of a date has it, in UTC; empty is now, and without end. */
  startsAt: string
  endsAt: string
  terms: string
  publicTitle: string
  publicDescription: string
  /** One a line, as the hosts. */
  captions: string
  allowedHosts: string
  coverUrl: string | null
}

export const emptyDraft: CampaignDraft = {
  brand: '',
  category: '',
  title: '',
  summary: '',
  destinationUrl: '',
  clickCrels: '',
  leadCrels: '',
  saleKind: 'none',
  saleCrels: '',
  salePercent: '',
  holdDays: '30',
  cookieDays: '30',
  perMemberCapCrels: '',
  memberLimit: '',
  joiningBonusPoints: '0',
  approval: 'open',
  countries: '',
  requiredChannels: [],
  startsAt: '',
  endsAt: '',
  terms: '',
  publicTitle: '',
  publicDescription: '',
  captions: '',
  allowedHosts: '',
  coverUrl: null,
}

/** A campaign's offer as it is typed. */
export function draftOf(offer: CampaignOffer, brand: string): CampaignDraft {
  const { reward, captions, allowedHosts, countries, startsAt, endsAt } = offer
  const { sale } = reward
  return {
    brand,
    category: offer.category,
    title: offer.title,
    summary: offer.summary,
    destinationUrl: offer.destinationUrl,
    clickCrels: textOf(reward.clickMillicrels),
    leadCrels: textOf(reward.leadCrels),
    saleKind: sale === null ? 'none' : 'crels' in sale ? 'crels' : 'share',
    saleCrels: sale && 'crels' in sale ? String(sale.crels) : '',
    salePercent: sale && 'bps' in sale ? String(sale.bps / 100) : '',
    holdDays: String(offer.holdDays),
    cookieDays: String(offer.cookieDays),
    perMemberCapCrels: textOf(offer.perMemberCapCrels),
    memberLimit: textOf(offer.memberLimit),
    joiningBonusPoints: String(offer.joiningBonusPoints),
    approval: offer.approval,
    countries: countries.join(', '),
    requiredChannels: [...offer.requiredChannels],
    startsAt: startsAt.slice(0, 16),
    endsAt: endsAt?.slice(0, 16) ?? '',
    terms: offer.terms,
    publicTitle: offer.publicTitle ?? '',
    publicDescription: offer.publicDescription ?? '',
    captions: captions.join('\n'),
    allowedHosts: allowedHosts.filter((host) => host !== hostOf(offer.destinationUrl)).join('\n'),
    coverUrl: offer.coverUrl,
  }
}

type NewCampaign = NonNullable<Sent<typeof createOperatedCampaign>['body']>

/** What a draft says, as the server takes it; what is not typed right is for the server to refuse, field by field. */
export function campaignOf(draft: CampaignDraft): NewCampaign {
  return {
    brand: draft.brand,
    category: draft.category,
    title: draft.title,
    summary: draft.summary,
    destinationUrl: draft.destinationUrl.trim(),
    reward: rewardOf(draft),
    holdDays: neededNumber(draft.holdDays),
    cookieDays: neededNumber(draft.cookieDays),
    perMemberCapCrels: numberOf(draft.perMemberCapCrels),
    memberLimit: numberOf(draft.memberLimit),
    joiningBonusPoints: neededNumber(draft.joiningBonusPoints),
    approval: draft.approval,
    countries: draft.countries
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
    requiredChannels: draft.requiredChannels as NonNullable<NewCampaign['requiredChannels']>,
    startsAt: timeOf(draft.startsAt),
    endsAt: timeOf(draft.endsAt),
    terms: draft.terms,
    publicTitle: draft.publicTitle.trim() || null,
    publicDescription: draft.publicDescription.trim() || null,
    captions: linesOf(draft.captions),
    allowedHosts: linesOf(draft.allowedHosts).map((host) => host.toLowerCase()),
    coverUrl: draft.coverUrl,
  }
}

export function rewardOf(draft: CampaignDraft): CampaignOffer['reward'] {
  const { saleKind, saleCrels, salePercent } = draft
  return {
    // A thousand clicks at so many thousandths of a crel are so many crels.
    clickMillicrels: numberOf(draft.clickCrels),
    leadCrels: numberOf(draft.leadCrels),
    sale:
      saleKind === 'crels' && saleCrels !== ''
        ? { crels: Number(saleCrels) }
        : saleKind === 'share' && salePercent !== ''
          ? { bps: Math.round(Number(salePercent) * 100) }
          : null,
  }
}

/** The draft with something in each place that is empty, so that it can be drawn while it is written. */
export function drawable(draft: CampaignDraft, { website }: { website: string }): NewCampaign {
  const campaign = campaignOf(draft)
  return {
    ...campaign,
    title: campaign.title.trim() || '…',
    summary: campaign.summary.trim() || '…',
    terms: campaign.terms.trim() || '…',
    destinationUrl: URL.canParse(campaign.destinationUrl) ? campaign.destinationUrl : website,
    reward: paysNothing(draft) ? { leadCrels: 1, clickMillicrels: null, sale: null } : campaign.reward,
  }
}

/** Whether nothing is typed that is paid. */
export function paysNothing(draft: CampaignDraft): boolean {
  const { clickMillicrels, leadCrels, sale } = rewardOf(draft)
  return !clickMillicrels && !leadCrels && !sale
}

/** What is no number is sent as one that every field refuses: JSON would make null of it, which is "without limit". */
const refused = -1

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : neededNumber(text)
}

/** A field that may not be empty: nothing typed is not 0, which for a holding period is none. */
function neededNumber(text: string): number {
  return text.trim() === '' || Number.isNaN(Number(text)) ? refused : Number(text)
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value)
}

function timeOf(text: string): string | null {
  return text === '' ? null : `${text}:00.000Z`
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** The host of the destination, which is allowed without being named. */
export function hostOf(url: string): string {
  return new URL(url).hostname
}
