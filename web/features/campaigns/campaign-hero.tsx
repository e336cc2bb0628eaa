import { Link, useLocation, useNavigate, useViewTransitionState } from 'react-router'
import { m } from '#messages'
import type { Campaign, CampaignCard, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { BrandLogo } from '#web/ui/brand-logo.tsx'
import { CoverArt } from '#web/ui/rare/cover-art.tsx'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { Bleed } from '#web/ui/page.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { badge } from './campaign-text.ts'
import { CategoryGlyph } from './category-glyph.tsx'
import { RewardOnArt } from './reward-on-art.tsx'
import classes from './campaign-hero.module.css'

/** The art across the top of a campaign's page, with brand and reward on it, and the way back; also of one in a list. */
export function CampaignHero({ campaign }: { campaign: Campaign | PublicCampaign | CampaignCard }) {
  const isMoving = useViewTransitionState(paths.campaign(campaign.id))
  const { brand } = campaign
  const corner = badge(campaign)
  return (
    <Bleed top>
      <div className={classes.hero} data-moving={isMoving || undefined}>
        <CoverArt
          size="hero"
          brand={brand}
          seed={campaign.id}
          glyph={<CategoryGlyph icon={campaign.category.icon} />}
          imageUrl={campaign.coverURL}
        >
          <span className={classes.brand}>
            <BrandLogo brand={brand} size={40} />
            <b>{brand.name}</b>
          </span>
          <RewardOnArt reward={campaign.reward} isLarge />
        </CoverArt>
        <BackLink />
        {corner && (
          <span className={classes.badge}>
            <Pill tone={corner.tone}>{corner.text}</Pill>
          </span>
        )}
      </div>
    </Bleed>
  )
}

/** Back to where the person was, at the place in the list they left; to all campaigns where they came from outside. */
function BackLink() {
  const { key } = useLocation()
  const navigate = useNavigate()
  const isFirst = key === 'default'
  return (
    <Link
      to={paths.campaigns}
      className={classes.back}
      data-first={isFirst || undefined}
      aria-label={m.campaigns_go_back()}
      onClick={(event) => {
        if (isFirst || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(-1)
      }}
    >
      <ArrowLeftIcon size={22} />
    </Link>
  )
}
