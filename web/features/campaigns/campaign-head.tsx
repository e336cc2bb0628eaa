import { Link } from 'react-router'
import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { formatNumber } from '#web/ui/common/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { cardFacts } from './campaign-text.ts'
import { campaignHeading, paysResults } from './reward-text.ts'
import classes from './campaign-head.module.css'

/** What a campaign is, in its first screen: offer, windows, and a sentence about it; what it is worth is on the art. */
export function CampaignHead({
  campaign,
  isMember,
}: {
  campaign: Campaign | PublicCampaign
  /** May browse: sees the way to the brand's other campaigns. The brand's name is on the art above. */
  isMember: boolean
}) {
  const { brand, cookieDays, holdDays } = campaign
  // What this member still gets; a visitor sees what joining pays.
  const bonus = 'bonusDuePoints' in campaign ? campaign.bonusDuePoints : campaign.joiningBonusPoints
  const { heading, name } = campaignHeading(campaign)
  const now = useNow()
  return (
    <header className={classes.head}>
      <h1 tabIndex={-1}>{heading}</h1>
      <div className={classes.pills}>
        {paysResults(campaign.reward) && (
          <Pill>{m.campaigns_cookie_pill({ days: formatNumber(cookieDays) })}</Pill>
        )}
        <Pill>
          {holdDays === 0
            ? m.campaigns_hold_none()
            : m.campaigns_hold_pill({ count: holdDays, amount: formatNumber(holdDays) })}
        </Pill>
        {bonus > 0 && (
          <Pill tone="gold">{m.campaigns_bonus({ count: bonus, amount: formatNumber(bonus) })}</Pill>
        )}
      </div>
      {name && <p className={classes.name}>{name}</p>}
      <p className={classes.summary}>{campaign.summary}</p>
      <p className={classes.facts}>{cardFacts(campaign, now).join(' · ')}</p>
      {isMember && (
        <Link to={withQuery(paths.campaigns, { brand: brand.slug })} className={classes.more}>
          {m.campaigns_more_from_brand({ brand: brand.name })}
        </Link>
      )}
    </header>
  )
}
