import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Earning } from '#contracts/earnings.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { BrandLogo } from '#web/ui/brand-logo.tsx'
import { Row } from '#web/ui/card.tsx'
import { formatDate, formatSigned } from '#web/ui/common/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { earningBasis, earningLeft, earningState, earningTitle, earningWhy } from './earning-text.ts'
import classes from './earning-row.module.css'

const tones = { pending: 'gold', under_review: 'coral', available: 'green', reversed: 'plain' } as const

/** One earning: what for, how much, and why and until when it is not available. One of `Rows`. */
export function EarningRow({
  earning,
  compact,
  children,
}: {
  earning: Earning
  compact?: boolean
  /** What can be done about it, below its words. */
  children?: ReactNode
}) {
  const now = useNow()
  const { campaign, state, crels, reversedCrels } = earning
  const left = earningLeft(earning)
  const basis = compact ? null : earningBasis(earning)
  return (
    <Row className={classes.row}>
      <BrandLogo brand={campaign.brand} />
      <span className={classes.text}>
        <span className={classes.title}>
          <Link to={paths.campaign(campaign.id)}>{earningTitle(earning)}</Link>
          {!compact && <Pill tone={tones[state]}>{earningState(state)}</Pill>}
        </span>
        {earningWhy(earning, now).map((why) => (
          <span key={why} className={classes.why}>
            {why}
          </span>
        ))}
        {basis && <span className={classes.why}>{basis}</span>}
        {!compact && <span className={classes.at}>{formatDate(earning.occurredAt, now)}</span>}
        {children}
      </span>
      <span className={classes.amount} data-state={state}>
        {reversedCrels > 0 && <s className={classes.before}>{formatSigned(crels)}</s>}
        <b>{left === 0 ? '0' : formatSigned(left)}</b>
      </span>
    </Row>
  )
}
