import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { FirstSteps } from '#rules/next-action.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChevronRightIcon } from '#web/ui/control-icons.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { LinkBox } from '#web/ui/rare/link-box.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import classes from './first-steps-card.module.css'

/** The campaign a new member is in, with the tracking link to share. */
export interface FirstLink {
  campaignId: string
  /** What buyers read: brand and product. */
  name: string
  /** What goes out with the link, with its disclosure. */
  caption: string
  url: string
}

/** A new member's way to the first crels: three steps, each a link; the first open one carries the button. */
export function FirstStepsCard({
  steps,
  link,
  hasApplied,
}: {
  steps: FirstSteps
  link: FirstLink | null
  /** Whether an application is waiting for a brand. */
  hasApplied: boolean
}) {
  const rows = [
    {
      done: steps.join,
      to: steps.join || hasApplied ? paths.myCampaigns : paths.campaigns,
      title: m.home_step_join(),
      hint: hasApplied ? m.home_step_join_waiting() : m.home_step_join_hint(),
      action: <ButtonLink to={paths.campaigns}>{m.home_step_join_action()}</ButtonLink>,
    },
    {
      done: steps.share,
      to: link ? paths.campaign(link.campaignId) : steps.join ? paths.myCampaigns : paths.campaigns,
      title: m.home_step_share(),
      hint: link ? m.home_step_share_ready({ campaign: link.name }) : m.home_step_share_hint(),
      action: link && (
        <LinkBox
          url={link.url}
          copy={m.home_next_share_action()}
          onCopied={() => analytics.track('link_copied', { link: 'tracking_link' })}
        >
          <ShareButton
            url={link.url}
            title={link.name}
            text={link.caption}
            label={m.home_step_share_action()}
            look="soft"
          />
        </LinkBox>
      ),
    },
    {
      done: steps.profile,
      to: paths.profileInfo,
      title: m.home_step_profile(),
      hint: m.home_step_profile_hint(),
      action: <ButtonLink to={paths.profileInfo}>{m.home_step_profile_action()}</ButtonLink>,
    },
  ]
  const done = rows.filter((row) => row.done).length
  const current = rows.findIndex((row) => !row.done)
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h2>{m.home_steps_heading()}</h2>
        <Pill tone="gold">{m.home_steps_done({ done, total: rows.length })}</Pill>
      </div>
      <ol className={classes.steps}>
        {rows.map(({ title, ...row }, index) => (
          <Step key={title} number={index + 1} title={title} isCurrent={index === current} {...row} />
        ))}
      </ol>
    </Card>
  )
}

function Step({
  number,
  done,
  to,
  title,
  hint,
  action,
  isCurrent,
}: {
  number: number
  done: boolean
  to: string
  title: string
  hint: string
  action: ReactNode
  isCurrent: boolean
}) {
  return (
    <li className={classes.step} data-done={done || undefined} aria-current={isCurrent ? 'step' : undefined}>
      <span className={classes.number}>{done ? <CheckIcon size={18} /> : number}</span>
      <div className={classes.text}>
        <h3>
          <Link to={to} className={classes.link}>
            {title}
            {done && <span className="visually-hidden"> ({m.common_done()})</span>}
          </Link>
        </h3>
        {!done && <p>{hint}</p>}
        {isCurrent && action && <div className={classes.action}>{action}</div>}
      </div>
      {!isCurrent && (
        <span className={classes.chevron}>
          <ChevronRightIcon size={18} />
        </span>
      )}
    </li>
  )
}
