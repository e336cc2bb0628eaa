import type { ReactNode } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { FirstSteps } from '#rules/next-action.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Pill } from '#web/ui/pill.tsx'
import classes from './first-steps-card.module.css'

/** A new member's way to the first crels: three steps, the first one that is open carries the button. */
export function FirstStepsCard({
  steps,
  link,
  hasApplied,
}: {
  steps: FirstSteps
  /** The tracking link to share, once there is one. */
  link: { campaign: string; url: string } | null
  /** Whether an application is waiting for a brand. */
  hasApplied: boolean
}) {
  const rows = [
    {
      done: steps.profile,
      title: m.home_step_profile(),
      hint: m.home_step_profile_hint(),
      action: <ButtonLink to={paths.profileInfo}>{m.home_step_profile_action()}</ButtonLink>,
    },
    {
      done: steps.join,
      title: m.home_step_join(),
      hint: hasApplied ? m.home_step_join_waiting() : m.home_step_join_hint(),
      action: <ButtonLink to={paths.campaigns}>{m.home_step_join_action()}</ButtonLink>,
    },
    {
      done: steps.share,
      title: m.home_step_share(),
      hint: link ? m.home_step_share_ready({ campaign: link.campaign }) : m.home_step_share_hint(),
      action: link && (
        <CopyButton text={link.url} label={m.home_next_share_action()} look="primary" size="m" />
      ),
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
  title,
  hint,
  action,
  isCurrent,
}: {
  number: number
  done: boolean
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
          {title}
          {done && <span className="visually-hidden"> ({m.common_done()})</span>}
        </h3>
        {!done && <p>{hint}</p>}
        {isCurrent && action && <div className={classes.action}>{action}</div>}
      </div>
    </li>
  )
}
