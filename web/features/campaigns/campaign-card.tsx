import { useContext } from 'react'
import { Link, useViewTransitionState } from 'react-router'
import type { CampaignCard as Card, PublicCard } from '#contracts/campaigns.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { CoverArt } from '#web/ui/rare/cover-art.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { badge, cardMeta } from './campaign-text.ts'
import { CategoryGlyph } from './category-glyph.tsx'
import { RewardOnArt } from './reward-on-art.tsx'
import { CardRate } from './shared/card-rate.ts'
import classes from './campaign-card.module.css'

/**
 * A campaign in a list: art with the reward on it, for members, then brand and offer, and what is worth knowing before
 * it is opened. All of it is one link.
 */
export function CampaignCard({
  campaign,
  level = 2,
  eager,
}: {
  campaign: Card | PublicCard
  level?: 2 | 3
  /** Among the first of its page. */
  eager?: boolean
}) {
  const { brand, reward, category } = campaign
  const now = useNow()
  const rate = useContext(CardRate)
  // What visitors see says nothing of what creators earn.
  const isMembers = 'enrolment' in campaign
  const mine = isMembers ? campaign.enrolment : null
  const offer = isMembers ? campaign.title : campaign.publicTitle
  const corner = badge(campaign)
  const Heading = `h${level}` as const
  const to = paths.campaign(campaign.id)
  // Its art becomes that of the campaign's page, and comes back from there.
  const isMoving = useViewTransitionState(to)
  const isDim = campaign.state !== 'active' && mine?.state !== 'active'
  return (
    <article className={classes.card}>
      <div className={classes.art} data-dim={isDim || undefined} data-moving={isMoving || undefined}>
        <CoverArt
          brand={brand}
          seed={campaign.id}
          glyph={<CategoryGlyph icon={category.icon} />}
          imageUrl={campaign.coverURL}
          eager={eager}
          corner={corner && <Pill tone={corner.tone}>{corner.text}</Pill>}
        >
          {isMembers && <RewardOnArt reward={reward} />}
        </CoverArt>
      </div>
      <div className={classes.text}>
        <Heading className={classes.heading}>
          <Link to={to} className={classes.link} viewTransition={mayMove()}>
            {brand.name}
            {offer && (
              <>
                <span className="visually-hidden">: </span>
                <span className={classes.offer}>{offer}</span>
              </>
            )}
          </Link>
        </Heading>
        {isMembers && <p className={classes.summary}>{campaign.summary}</p>}
        <p className={classes.facts}>{cardMeta(campaign, now, rate).join('\u00a0· ')}</p>
      </div>
    </article>
  )
}

/** Whether one screen may turn into the next: not for people who asked for less motion. */
function mayMove(): boolean {
  return typeof matchMedia === 'function' && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
