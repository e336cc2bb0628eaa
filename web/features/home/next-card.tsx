import type { ReactNode } from 'react'
import { m } from '#messages'
import { timeNow } from '#web/ui/common/clock.ts'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import type { Earning } from '#contracts/earnings.schemas.ts'
import { paths } from '#contracts/paths.ts'
import type { NextAction } from '#rules/next-action.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { campaignLabel } from '#web/ui/campaign-name.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import type { HomeEnrolment } from './member-facts.ts'
import classes from '#web/ui/prompt-card.module.css'

/** The one thing to do next, with its one button: soft while the day's check-in is the screen's first press. */
export function NextCard({
  action,
  applied,
  nextUnlock,
  look,
}: {
  action: NextAction<HomeEnrolment>
  /** The application that is waited for. */
  applied: Enrolment | undefined
  nextUnlock: Earning | undefined
  look: 'primary' | 'soft'
}) {
  const { heading, hint, button } = textOf({ action, applied, nextUnlock, look })
  return (
    <Card className={classes.card}>
      <div className={classes.text}>
        <Pill tone="gold">{m.home_next()}</Pill>
        <h2>{heading}</h2>
        <p>{hint}</p>
      </div>
      {button}
    </Card>
  )
}

interface NextText {
  heading: string
  hint: string
  button: ReactNode
}

function textOf({ action, applied, nextUnlock, look }: Parameters<typeof NextCard>[0]): NextText {
  switch (action.kind) {
    case 'verify-email':
      return {
        heading: m.home_next_verify(),
        hint: m.home_next_verify_hint(),
        button: (
          <ButtonLink look={look} to={paths.emailVerification}>
            {m.home_next_verify_action()}
          </ButtonLink>
        ),
      }
    case 'complete-profile':
      return {
        heading: m.home_next_profile(),
        hint: m.home_next_profile_hint({ count: action.missing }),
        button: (
          <ButtonLink look={look} to={paths.profileInfo}>
            {m.home_next_profile_action()}
          </ButtonLink>
        ),
      }
    case 'join-first-campaign':
      return {
        heading: m.home_next_join(),
        hint: m.home_next_join_hint(),
        button: (
          <ButtonLink look={look} to={paths.campaigns}>
            {m.home_next_join_action()}
          </ButtonLink>
        ),
      }
    case 'await-decision':
      return {
        heading: m.home_next_wait(),
        hint: applied
          ? m.home_next_wait_hint({ campaign: campaignLabel(applied.campaign) })
          : m.home_step_join_waiting(),
        button: (
          <ButtonLink look={look} to={paths.myCampaigns}>
            {m.home_next_wait_action()}
          </ButtonLink>
        ),
      }
    case 'share-link': {
      const { campaign, link } = action.enrolment.enrolment
      return {
        heading: m.home_next_share(),
        hint: m.home_next_share_hint({ campaign: campaignLabel(campaign) }),
        button: (
          <CopyButton
            text={link?.url ?? ''}
            label={m.home_next_share_action()}
            look={look === 'primary' ? 'gold' : look}
            size="m"
            onCopied={() => analytics.track('link_copied', { link: 'tracking_link' })}
          />
        ),
      }
    }
    case 'watch-unlock':
      return {
        ...unlockText(nextUnlock),
        button: (
          <ButtonLink look={look} to={paths.crels('wallet')}>
            {m.home_next_unlock_action()}
          </ButtonLink>
        ),
      }
    case 'find-campaign':
      return {
        heading: m.home_next_find(),
        hint: m.home_next_find_hint(),
        button: (
          <ButtonLink look={look} to={paths.campaigns}>
            {m.home_next_find_action()}
          </ButtonLink>
        ),
      }
  }
}

function unlockText(earning: Earning | undefined): { heading: string; hint: string } {
  if (!earning) return { heading: m.home_next_find(), hint: m.home_next_find_hint() }
  const left = earning.crels - earning.reversedCrels
  const crels = m.common_crels({ count: left, amount: formatNumber(left) })
  const isDue = new Date(earning.unlocksAt) <= timeNow()
  return {
    heading: isDue
      ? m.home_next_unlock_soon({ crels })
      : m.home_next_unlock({ crels, date: formatDate(earning.unlocksAt) }),
    hint: m.home_next_unlock_hint({ brand: earning.campaign.brand.name }),
  }
}
