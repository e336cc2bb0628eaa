import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import type { Closed } from './join-situation.ts'
import classes from './closed-card.module.css'

/** Why the campaign is closed to new members, until when, and where to look instead. */
export function ClosedCard({
  campaign,
  why,
  children,
}: {
  campaign: Campaign | PublicCampaign
  why: Closed
  /** What it means for who was in it. */
  children?: ReactNode
}) {
  const [heading, hint] = textOf(campaign, why)
  return (
    <Card className={classes.card}>
      <h2>{heading}</h2>
      <p>{hint}</p>
      {children}
      <ButtonLink look="soft" full to={paths.campaignCategory(campaign.category.slug)}>
        {m.campaigns_see_similar()}
      </ButtonLink>
    </Card>
  )
}

/** A member the brand removed: that it is so, why, and that it stays. */
export function RemovedCard({
  reason,
  category,
  children,
}: {
  reason: string | null
  category: string
  /** What it means for what was earned. */
  children?: ReactNode
}) {
  return (
    <Card className={classes.card}>
      <h2>{m.campaigns_closed_removed_heading()}</h2>
      {reason && <p>{m.campaigns_reason({ reason })}</p>}
      {children}
      <p>{m.campaigns_closed_removed_hint()}</p>
      <p>
        <Link to={paths.campaignCategory(category)}>{m.campaigns_see_similar()}</Link>
      </p>
    </Card>
  )
}

function textOf(campaign: PublicCampaign, why: Closed): [heading: string, hint: string] {
  switch (why) {
    case 'ended':
      return [
        m.campaigns_closed_ended_heading(),
        campaign.endsAt && new Date(campaign.endsAt) <= new Date()
          ? m.campaigns_closed_ended_hint({ date: formatDate(campaign.endsAt) })
          : m.campaigns_closed_ended_early_hint(),
      ]
    case 'paused':
      return [m.campaigns_closed_paused_heading(), m.campaigns_closed_paused_hint()]
    case 'suspended':
      return [m.campaigns_closed_suspended_heading(), m.campaigns_closed_suspended_hint()]
    case 'exhausted':
      return [m.campaigns_closed_exhausted_heading(), m.campaigns_closed_exhausted_hint()]
    case 'scheduled':
      return [
        m.campaigns_closed_scheduled_heading(),
        m.campaigns_closed_scheduled_hint({ date: formatDate(campaign.startsAt) }),
      ]
    case 'full':
      return [
        m.campaigns_closed_full_heading(),
        m.campaigns_closed_full_hint({ limit: formatNumber(campaign.memberLimit ?? 0) }),
      ]
    case 'other':
      return [m.campaigns_closed_other_heading(), m.campaigns_closed_other_hint()]
  }
}
