import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { captionsAnchor } from '#contracts/paths.ts'
import { publicName } from '#rules/public-texts.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Stat, Stats } from '#web/ui/rare/stat.tsx'
import { Steps } from '#web/ui/steps.tsx'
import { Captions } from './captions.tsx'
import { LeaveAction } from './leave-action.tsx'
import { useEnrolmentStatistics } from './shared/queries.ts'
import { TrackingLink } from './tracking-link.tsx'
import classes from './joined-card.module.css'

type Joined = Pick<PublicCampaign, 'id' | 'state' | 'brand' | 'publicTitle' | 'captions'> &
  Partial<Pick<Campaign, 'isBrandSuspended'>>

/** "Joined ✓": the tracking link to take away, what it has brought, what to post, and how it earns. */
export function JoinedCard({
  campaign,
  enrolment,
  headingRef,
  onLeft,
}: {
  campaign: Joined
  /** What the member agreed to; without a link for the moment until it is there. */
  enrolment: NonNullable<Campaign['enrolment']>
  /** Takes the focus when the sheet about joining is closed. */
  headingRef: React.Ref<HTMLHeadingElement>
  onLeft: (enrolment: Enrolment) => void
}) {
  const { brand, publicTitle, captions } = campaign
  const { id, reward, cookieDays, holdDays } = enrolment
  const isByClickAlone = reward.sale === null && reward.leadCrels === null
  const url = enrolment.link?.url
  return (
    <Card className={classes.card}>
      <div className={classes.top}>
        <Pill icon={<CheckIcon size={16} />}>{m.my_campaigns_joined()}</Pill>
        <LeaveAction campaignId={campaign.id} onLeft={onLeft} />
      </div>
      <h2 ref={headingRef} tabIndex={-1}>
        {m.my_campaigns_joined_heading_again()}
      </h2>
      <p className={classes.hint}>{hintText(campaign)}</p>
      {url && <TrackingLink url={url} name={publicName(brand.name, publicTitle)} text={captions[0]} />}
      <MyResults id={id} />
      {url && (
        <>
          <CaptionsHeading />
          <Captions captions={captions} url={url} />
        </>
      )}
      <h3 className={classes.part}>{m.my_campaigns_earns_heading()}</h3>
      <Steps
        steps={[
          m.my_campaigns_earns_1(),
          isByClickAlone
            ? m.my_campaigns_earns_2_clicks()
            : m.my_campaigns_earns_2({ days: days(cookieDays) }),
          holdDays === 0 ? m.my_campaigns_earns_3_now() : m.my_campaigns_earns_3({ days: days(holdDays) }),
        ]}
      />
      <p className={classes.hint}>{m.my_campaigns_earns_sub()}</p>
    </Card>
  )
}

/** Scrolled to by itself when an address asks for it: this card is drawn after the page was. */
function CaptionsHeading() {
  const { hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hash !== `#${captionsAnchor}`) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [hash])
  return (
    <h3 ref={heading} id={captionsAnchor} tabIndex={-1} className={classes.part}>
      {m.my_campaigns_captions_heading()}
    </h3>
  )
}

/** My clicks and earnings here; a dash until they are known. */
function MyResults({ id }: { id: string }) {
  const statistics = useEnrolmentStatistics(id, 'active')
  const figure = (count: number | undefined) => (count === undefined ? '–' : formatNumber(count))
  return (
    <div role="group" aria-label={m.my_campaigns_results()}>
      <Stats>
        <Stat label={m.my_campaigns_clicks()} value={figure(statistics?.countableClicks)} />
        <Stat
          label={m.my_campaigns_pending()}
          value={figure(statistics?.pendingCrels)}
          note={m.my_campaigns_in_crels()}
        />
        <Stat
          label={m.my_campaigns_available()}
          value={figure(statistics?.availableCrels)}
          note={m.my_campaigns_in_crels()}
        />
      </Stats>
    </div>
  )
}

/** What a link is good for just now: a campaign that rests counts nothing. */
function hintText({ state, isBrandSuspended }: Joined): string {
  if (state === 'paused' && isBrandSuspended) return m.my_campaigns_joined_hint_suspended()
  if (state === 'paused') return m.my_campaigns_joined_hint_paused()
  if (state === 'exhausted') return m.my_campaigns_joined_hint_exhausted()
  return m.my_campaigns_joined_hint()
}

function days(count: number): string {
  return m.campaigns_days_value({ count, amount: formatNumber(count) })
}
