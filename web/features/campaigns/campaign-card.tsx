import { Link } from 'react-router'
import type { CampaignCard as Card } from '#contracts/campaigns.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { CoverArt } from '#web/ui/cover-art.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { badge, cardFacts } from './campaign-text.ts'
import { campaignHeading, rewardParts, rewardPill } from './reward-text.ts'
import classes from './campaign-card.module.css'

/** A campaign in a list: art, reward as the title, time, places, and my own state on the art. All of it is one link. */
export function CampaignCard({ campaign, level = 2 }: { campaign: Card; level?: 2 | 3 }) {
  const { brand, reward } = campaign
  const now = useNow()
  const { heading, name } = campaignHeading(campaign)
  const corner = badge(campaign)
  const Heading = `h${level}` as const
  const isDim = campaign.state !== 'active' && campaign.enrolment?.state !== 'active'
  return (
    <article className={classes.card}>
      <div className={classes.art} data-dim={isDim || undefined}>
        <CoverArt
          name={brand.name}
          base={brand.colors.base}
          glow={brand.colors.glow}
          seed={campaign.id}
          imageUrl={campaign.coverURL}
          corner={corner && <Pill tone={corner.tone}>{corner.text}</Pill>}
        />
      </div>
      <div className={classes.text}>
        <div className={classes.head}>
          <Heading className={classes.heading}>
            <Link to={paths.campaign(campaign.id)} className={classes.link}>
              <span className="visually-hidden">{brand.name}: </span>
              {heading}
            </Link>
          </Heading>
          {rewardParts(reward)
            .slice(0, 1)
            .map((part) => (
              <Pill key={part.kind}>{rewardPill(part)}</Pill>
            ))}
        </div>
        {name && <p className={classes.name}>{name}</p>}
        <p className={classes.summary}>{campaign.summary}</p>
        <p className={classes.facts}>{cardFacts(campaign, now).join(' · ')}</p>
      </div>
    </article>
  )
}
