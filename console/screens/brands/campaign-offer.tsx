import { m } from '#console-messages'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'
import { Facts } from '#console/ui/facts.tsx'
import { formatDateTime, formatNumber, formatShare } from '#console/ui/format.ts'
import styles from './campaign.module.css'

/** What each field of an offer is called, in the order in which it is read. */
export const offerNames: Record<keyof CampaignOffer, () => string> = {
  title: m.campaigns_title,
  summary: m.campaigns_summary_text,
  category: m.campaigns_category,
  reward: m.campaigns_pays,
  destinationUrl: m.campaigns_destination,
  allowedHosts: m.campaigns_hosts,
  holdDays: m.campaigns_hold,
  cookieDays: m.campaigns_cookie,
  perMemberCapCrels: m.campaigns_cap,
  memberLimit: m.campaigns_limit,
  joiningBonusPoints: m.campaigns_bonus,
  approval: m.campaigns_approval,
  countries: m.campaigns_countries,
  requiredChannels: m.campaigns_channels,
  startsAt: m.campaigns_starts,
  endsAt: m.campaigns_ends,
  publicTitle: m.campaigns_public_title,
  publicDescription: m.campaigns_public_description,
  captions: m.campaigns_captions,
  coverUrl: m.campaigns_cover,
  terms: m.campaigns_terms,
}
export const offerFields = Object.keys(offerNames) as (keyof CampaignOffer)[]

/** A change of one of these is another version of the terms: who is in it agrees anew, or keeps theirs. */
export const agreedFields: ReadonlySet<keyof CampaignOffer> = new Set([
  'terms',
  'reward',
  'holdDays',
  'cookieDays',
])

/** A field of an offer as a text. */
export function offerText(offer: CampaignOffer, field: keyof CampaignOffer): string {
  switch (field) {
    case 'reward':
      return rewardText(offer.reward)
    case 'holdDays':
    case 'cookieDays':
      return m.campaigns_days({ count: offer[field] })
    case 'perMemberCapCrels':
      return offer[field] === null
        ? m.campaigns_no_limit()
        : m.campaigns_crels({ crels: formatNumber(offer[field]) })
    case 'memberLimit':
      return offer[field] === null ? m.campaigns_no_limit() : formatNumber(offer[field])
    case 'allowedHosts':
      return furtherHosts(offer).join(', ') || m.campaigns_nothing()
    case 'approval':
      return offer.approval === 'open' ? m.campaigns_approval_open() : m.campaigns_approval_application()
    case 'countries':
      return offer.countries.join(', ') || m.campaigns_everywhere()
    case 'startsAt':
      return formatDateTime(offer.startsAt)
    case 'endsAt':
      return offer.endsAt === null ? m.campaigns_no_end() : formatDateTime(offer.endsAt)
    case 'coverUrl':
      return offer.coverUrl ?? m.campaigns_cover_drawn()
    case 'captions':
      return offer.captions.join('\n') || m.campaigns_nothing()
    default: {
      const value = offer[field]
      if (typeof value === 'number') return formatNumber(value)
      return (Array.isArray(value) ? value.join(', ') : value) || m.campaigns_nothing()
    }
  }
}

/** Hosts beside that of the destination, which is one by itself. */
function furtherHosts({ allowedHosts, destinationUrl }: CampaignOffer): string[] {
  return allowedHosts.filter((host) => host !== new URL(destinationUrl).hostname)
}

/** In crels: the offer is in these, whatever the rate. */
function rewardText({ clickMillicrels, leadCrels, sale }: CampaignOffer['reward']): string {
  const crels = (amount: number) => m.campaigns_crels({ crels: formatNumber(amount) })
  return [
    clickMillicrels !== null && m.campaigns_pays_clicks({ value: crels(clickMillicrels) }),
    leadCrels !== null && m.campaigns_pays_lead({ value: crels(leadCrels) }),
    sale && 'crels' in sale && m.campaigns_pays_sale({ value: crels(sale.crels) }),
    sale && 'bps' in sale && m.campaigns_pays_share({ share: formatShare(sale.bps / 10_000) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** All that a campaign offers. */
export function CampaignOfferFacts({ offer }: { offer: CampaignOffer }) {
  return (
    <Facts
      facts={offerFields.map((field) => [
        offerNames[field](),
        field === 'coverUrl' && offer.coverUrl !== null ? (
          <img key="cover" className={styles.cover} src={offer.coverUrl} alt={m.campaigns_cover()} />
        ) : (
          <span key={field} className={field === 'terms' ? styles.document : styles.text}>
            {offerText(offer, field)}
          </span>
        ),
      ])}
    />
  )
}
