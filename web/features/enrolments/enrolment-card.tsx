import { m } from '#messages'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { publicName } from '#rules/public-texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CampaignName, campaignLabel } from '#web/ui/campaign-name.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { Ring } from '#web/ui/ring.tsx'
import { Stat, Stats } from '#web/ui/rare/stat.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { reapplyText } from './application-card.tsx'
import { enrolmentProgress, nextText, progressSteps, progressText } from './enrolment-progress.ts'
import {
  clickPayReason,
  clickReviewReason,
  deadlineText,
  enrolmentStanding,
  rejoinText,
} from './enrolment-text.ts'
import { TrackingLink } from './tracking-link.tsx'
import classes from './enrolment-card.module.css'

/** One of my campaigns: its deadline first, its link at one tap, and how it goes. */
export function EnrolmentCard({ enrolment }: { enrolment: Enrolment }) {
  const { campaign, state, link, statistics } = enrolment
  const { brand } = campaign
  const now = useNow()
  const standing = enrolmentStanding(enrolment)
  const isRunning = state === 'active' && campaign.state !== 'ended' && campaign.state !== 'archived'
  const progress = enrolmentProgress(enrolment)
  return (
    <Card className={classes.card}>
      <div>
        <h2 className={classes.title}>
          <CampaignName
            campaign={campaign}
            to={paths.campaign(campaign.id)}
            size={56}
            frame={(logo) =>
              isRunning ? (
                <Ring done={progress.done} of={progressSteps} label={progressText(progress.done)}>
                  {logo}
                </Ring>
              ) : (
                logo
              )
            }
          />
        </h2>
        <div className={classes.text}>
          <div className={classes.pills}>
            <Pill tone={standing.tone}>{standing.text}</Pill>
            {isRunning && <span className={classes.when}>{deadlineText(campaign.endsAt, now)}</span>}
            {enrolment.leftAt !== null && (
              <span className={classes.when}>{formatDate(enrolment.leftAt, now)}</span>
            )}
            {state === 'applied' && (
              <span className={classes.when}>
                {m.my_campaigns_applied_on({ date: formatDate(enrolment.appliedAt, now) })}
              </span>
            )}
          </div>
          {isRunning && progress.next && <p className={classes.when}>{nextText(progress.next)}</p>}
        </div>
      </div>
      {isRunning && link && (
        <TrackingLink
          url={link.url}
          name={publicName(brand.name, campaign.publicTitle)}
          text={campaign.caption}
          look="soft"
        />
      )}
      {isRunning && enrolment.newTermsVersion !== null && (
        <div className={classes.why}>
          <p>{m.my_campaigns_new_terms_waiting()}</p>
          <ButtonLink look="soft" size="s" to={paths.campaign(campaign.id)}>
            {m.my_campaigns_new_terms_see()}
          </ButtonLink>
        </div>
      )}
      {state === 'applied' && <p className={classes.hint}>{m.my_campaigns_applied_hint()}</p>}
      {state === 'left' && campaign.state === 'active' && (
        <div className={classes.why}>
          <p>{rejoinText(enrolment.link !== null, campaign.approval)}</p>
          <ButtonLink look="soft" size="s" to={paths.campaign(campaign.id)}>
            {m.my_campaigns_rejoin_see()}
          </ButtonLink>
        </div>
      )}
      {(state === 'declined' || state === 'removed') && <Why enrolment={enrolment} now={now} />}
      {enrolment.joinedAt !== null && (
        <div
          className={classes.statistics}
          role="group"
          aria-label={m.my_campaigns_performance({ title: campaignLabel(campaign) })}
        >
          <Stats>
            <Stat
              label={m.my_campaigns_clicks()}
              value={formatNumber(statistics.clicks)}
              note={
                statistics.clicks > 0
                  ? m.my_campaigns_clicks_hint({
                      counted: formatNumber(statistics.countableClicks),
                      not: formatNumber(statistics.clicks - statistics.countableClicks),
                    })
                  : undefined
              }
            />
            <Stat label={m.my_campaigns_conversions()} value={formatNumber(statistics.conversions)} />
            <Stat
              label={m.my_campaigns_pending()}
              value={formatNumber(statistics.pendingCrels)}
              note={statistics.pendingCrels > 0 ? m.my_campaigns_pending_hint() : undefined}
            />
            <Stat
              label={m.my_campaigns_available()}
              value={formatNumber(statistics.availableCrels)}
              note={statistics.availableCrels > 0 ? m.my_campaigns_available_hint() : undefined}
            />
          </Stats>
          {enrolment.clickPay && <ClickPay {...enrolment.clickPay} />}
        </div>
      )}
    </Card>
  )
}

/** What clicks were paid, what waits, and how many were not paid and why. */
function ClickPay({ paid, waiting, underReview, notPaid }: NonNullable<Enrolment['clickPay']>) {
  const count = (clicks: number) => ({ count: clicks, amount: formatNumber(clicks) })
  return (
    <ul className={classes.clickPay}>
      <li>{m.my_campaigns_click_pay_paid(count(paid))}</li>
      {waiting > 0 && <li>{m.my_campaigns_click_pay_waiting(count(waiting))}</li>}
      {underReview.map(({ reason, clicks }) => (
        <li key={reason}>
          {m.my_campaigns_click_pay_review({ ...count(clicks), reason: clickReviewReason(reason) })}
        </li>
      ))}
      {notPaid.map(({ reason, clicks }) => (
        <li key={reason}>
          {m.my_campaigns_click_pay_not({ ...count(clicks), reason: clickPayReason(reason) })}
        </li>
      ))}
    </ul>
  )
}

/** Why the brand said no, and when to ask again. */
function Why({ enrolment, now }: { enrolment: Enrolment; now: Date }) {
  const { reason, reapplyAt, state, campaign } = enrolment
  if (state === 'removed')
    return reason && <p className={classes.hint}>{m.my_campaigns_removed_reason({ reason })}</p>
  const isDue = reapplyAt === null || new Date(reapplyAt) <= now
  return (
    <div className={classes.why}>
      <p>{reason ? m.my_campaigns_declined_reason({ reason }) : m.my_campaigns_declined_no_reason()}</p>
      <p className={classes.reapply}>{reapplyText(reapplyAt, isDue)}</p>
      {isDue && (
        <ButtonLink look="soft" size="s" to={paths.campaign(campaign.id)}>
          {m.my_campaigns_reapply()}
        </ButtonLink>
      )}
    </div>
  )
}
