import { useLayoutEffect, useRef } from 'react'
import { m } from '#messages'
import type { Reward } from '#contracts/campaigns.schemas.ts'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { LeaveAction } from './leave-action.tsx'
import { TrackingLink } from './tracking-link.tsx'
import classes from './joined-card.module.css'

/** "Joined ✓": the tracking link to take away, how it earns, and the way out. */
export function JoinedCard({
  campaign,
  enrolment,
  isFresh,
  onLeft,
}: {
  campaign: {
    id: string
    title: string
    state: string
    brand: { name: string }
  }
  /** What the member agreed to; without a link for the moment until it is there. */
  enrolment: { reward: Reward; cookieDays: number; holdDays: number; link: { url: string } | null }
  /** Joined just now, on this page: it is handed over. */
  isFresh: boolean
  onLeft: (enrolment: Enrolment) => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!isFresh) return
    heading.current?.focus({ preventScroll: true })
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    heading.current?.parentElement?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
  }, [isFresh])

  const { title, brand } = campaign
  const { reward, cookieDays, holdDays } = enrolment
  const isByClickAlone = reward.sale === null && reward.leadCrels === null
  const url = enrolment.link?.url
  return (
    <Card className={classes.card} data-fresh={isFresh || undefined}>
      <Pill icon={<CheckIcon size={16} />} className={classes.joined}>
        {m.my_campaigns_joined()}
      </Pill>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {isFresh ? m.my_campaigns_joined_heading() : m.my_campaigns_joined_heading_again()}
      </h2>
      <p className={classes.hint}>{hintText(campaign.state)}</p>
      {url && <TrackingLink url={url} title={title} brandName={brand.name} />}
      <h3 className={classes.how}>{m.my_campaigns_earns_heading()}</h3>
      <Steps
        steps={[
          m.my_campaigns_earns_1(),
          isByClickAlone
            ? m.my_campaigns_earns_2_clicks()
            : m.my_campaigns_earns_2({ days: days(cookieDays) }),
          holdDays === 0 ? m.my_campaigns_earns_3_now() : m.my_campaigns_earns_3({ days: days(holdDays) }),
        ]}
      />
      <p className={classes.tip}>{m.my_campaigns_earns_sub()}</p>
      <LeaveAction campaignId={campaign.id} onLeft={onLeft} />
    </Card>
  )
}

/** What a link is good for just now: a campaign that rests counts nothing. */
function hintText(state: string): string {
  if (state === 'paused') return m.my_campaigns_joined_hint_paused()
  if (state === 'exhausted') return m.my_campaigns_joined_hint_exhausted()
  return m.my_campaigns_joined_hint()
}

function days(count: number): string {
  return m.campaigns_days_value({ count, amount: formatNumber(count) })
}
