import { lazy, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import type { Enrolment, JoinedEnrolment } from '#contracts/enrolments.schemas.ts'
import { loginPath, paths, withQuery } from '#contracts/paths.ts'
import { publicName } from '#rules/public-texts.ts'
import { ClosedCard, RemovedCard } from '../features/campaigns/closed-card.tsx'
import { joinSituation, type JoinSituation, type Next } from '../features/campaigns/join-situation.ts'
import { rememberEnrolment } from '#web/features/campaigns/shared/queries.ts'
import { rewardParts } from '#web/features/campaigns/reward-parts.ts'
import { rewardPill } from '#web/features/campaigns/reward-text.ts'
import { Afterwards } from '../features/enrolments/afterwards.tsx'
import { AppliedCard, DeclinedCard, reapplyText } from '../features/enrolments/application-card.tsx'
import { JoinAction } from '../features/enrolments/join-action.tsx'
import { JoinedCard } from '../features/enrolments/joined-card.tsx'
import { LeaveAction } from '../features/enrolments/leave-action.tsx'
import { LeftCard } from '../features/enrolments/left-card.tsx'
import { hasNewTerms, NewTerms } from '../features/enrolments/new-terms.tsx'
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Part } from '../ui/part.tsx'
import { useNow } from '../ui/use-now.ts'
import classes from './campaign-action.module.css'

const JoinedSheet = lazy(async () => ({
  default: (await import('../features/enrolments/joined-sheet.tsx')).JoinedSheet,
}))

/**
 * The one thing to do with a campaign, by the person's situation: at the thumb on phones, at the side on wide screens.
 */
export function CampaignAction({
  campaign,
  summary,
}: {
  campaign: Campaign | PublicCampaign
  /** Above the button on wide screens: the reward once more. */
  summary: React.ReactNode
}) {
  const client = useQueryClient()
  const now = useNow()
  const [said, setSaid] = useState('')
  const [handed, setHanded] = useState<{ url: string; bonus: number } | null>(null)
  const status = useRef<HTMLDivElement>(null)
  const joinedHeading = useRef<HTMLHeadingElement>(null)
  const situation = joinSituation(campaign, now)

  /** The button that was pressed is gone: the focus waits here, before what there is to do now. */
  function focusStatus(): void {
    setTimeout(() => status.current?.focus({ preventScroll: true }))
  }
  function joined(enrolment: JoinedEnrolment): void {
    rememberEnrolment(client, campaign.id, inShort(enrolment))
    const url = enrolment.state === 'active' ? enrolment.link?.url : undefined
    if (url) setHanded({ url, bonus: enrolment.grantedPoints })
    else {
      setSaid(m.my_campaigns_applied_announced())
      focusStatus()
    }
  }
  function agreed(enrolment: Enrolment): void {
    rememberEnrolment(client, campaign.id, inShort(enrolment))
    setSaid(m.my_campaigns_new_terms_agreed())
    focusStatus()
  }
  function left(enrolment: Enrolment): void {
    rememberEnrolment(client, campaign.id, inShort(enrolment))
    setSaid(m.my_campaigns_left_announced())
    focusStatus()
  }
  const action = (by: 'open' | 'application', again = false) => (
    <JoinAction
      campaignId={campaign.id}
      brandName={campaign.brand.name}
      termsVersion={campaign.termsVersion}
      by={by}
      again={again}
      onJoined={joined}
    />
  )

  return (
    <>
      <div ref={status} tabIndex={-1} className="visually-hidden" role="status">
        {said}
      </div>
      {handed && (
        <Part>
          <JoinedSheet
            {...handed}
            name={publicName(campaign.brand.name, campaign.publicTitle)}
            captions={campaign.captions}
            onClose={() => {
              setHanded(null)
              // The button that opened it is gone: to the card that came in its place.
              setTimeout(() => joinedHeading.current?.focus())
            }}
          />
        </Part>
      )}
      {atThumb.has(situation.kind) ? (
        <Card className={classes.sticky}>
          <div className={classes.summary}>{summary}</div>
          <Ask next={situation as Next} action={action} />
        </Card>
      ) : (
        <>
          {(situation.kind === 'joined' || situation.kind === 'applied') &&
            hasNewTerms(campaign, situation.enrolment) && (
              <NewTerms
                campaign={campaign}
                enrolment={situation.enrolment}
                rewardText={(reward) => rewardParts(reward).map(rewardPill).join(' + ')}
                onAgreed={agreed}
              />
            )}
          <Standing
            situation={situation}
            campaign={campaign}
            joinedHeading={joinedHeading}
            onLeft={left}
            action={action}
          />
        </>
      )}
    </>
  )
}

/** An enrolment as the campaign's page keeps it. */
function inShort(enrolment: Enrolment): NonNullable<Campaign['enrolment']> {
  const { id, state, reason, reapplyAt, leftAt, link, termsVersion, reward, holdDays, cookieDays } = enrolment
  return { id, state, reason, reapplyAt, leftAt, link, termsVersion, reward, holdDays, cookieDays }
}

const atThumb = new Set<JoinSituation['kind']>(['visitor', 'missing', 'open'])

type Action = (by: 'open' | 'application', again?: boolean) => React.ReactNode

/** What is still to do: sign in, meet the conditions, or join. */
function Ask({ next, again, action }: { next: Next; again?: boolean; action: Action }) {
  const { pathname, search } = useLocation()
  if (next.kind === 'open') return action(next.by, again)
  if (next.kind === 'visitor')
    return (
      <>
        <ButtonLink look="gold" full to={withQuery(paths.signup, { redirect: pathname + search })}>
          {m.campaigns_join_free()}
        </ButtonLink>
        <Link className={classes.hint} to={loginPath(pathname + search)}>
          {m.campaigns_join_free_hint()}
        </Link>
      </>
    )
  return (
    <>
      <p className={classes.missing}>{m.my_campaigns_missing_first()}</p>
      <ButtonAnchor full look="soft" href="#requirements">
        {m.my_campaigns_see_checklist()}
      </ButtonAnchor>
    </>
  )
}

/** The person's situation, once something has been decided. */
function Standing({
  situation,
  campaign,
  joinedHeading,
  onLeft,
  action,
}: {
  situation: JoinSituation
  campaign: Campaign | PublicCampaign
  joinedHeading: React.RefObject<HTMLHeadingElement | null>
  onLeft: (enrolment: Enrolment) => void
  action: Action
}) {
  switch (situation.kind) {
    case 'joined':
      // A link that counts nothing any more is not handed over again.
      if (campaign.state === 'ended' || campaign.state === 'archived')
        return (
          <ClosedCard campaign={campaign} why="ended">
            <Afterwards enrolment={situation.enrolment} />
            <LeaveAction campaignId={campaign.id} isOver onLeft={onLeft} />
          </ClosedCard>
        )
      return (
        <JoinedCard
          campaign={campaign}
          enrolment={situation.enrolment}
          headingRef={joinedHeading}
          onLeft={onLeft}
        />
      )
    case 'applied':
      return <AppliedCard campaignId={campaign.id} onLeft={onLeft} />
    case 'left':
    case 'declined': {
      const { kind, enrolment, next } = situation
      const todo = next.kind !== 'closed' && next.kind !== 'wait' && <Ask next={next} again action={action} />
      const rejoinBy = next.kind === 'open' ? next.by : null
      return (
        <div className={classes.cards}>
          {kind === 'left' ? (
            <LeftCard enrolment={enrolment} isOver={campaign.state === 'ended'} rejoinBy={rejoinBy}>
              {todo}
            </LeftCard>
          ) : (
            <DeclinedCard
              reason={enrolment.reason}
              when={next.kind === 'closed' ? null : reapplyText(enrolment.reapplyAt, next.kind !== 'wait')}
            >
              {todo}
            </DeclinedCard>
          )}
          {next.kind === 'closed' && <ClosedCard campaign={campaign} why={next.why} />}
        </div>
      )
    }
    case 'removed': {
      const { enrolment } = situation
      return (
        <RemovedCard reason={enrolment.reason} category={campaign.category.slug}>
          <Afterwards enrolment={enrolment} />
        </RemovedCard>
      )
    }
    case 'closed':
      return <ClosedCard campaign={campaign} why={situation.why} />
    default:
      return null
  }
}
