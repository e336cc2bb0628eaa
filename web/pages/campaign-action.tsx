import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.responses.ts'
import type { Enrolment } from '#contracts/enrolments.responses.ts'
import { loginPath } from '#contracts/paths.ts'
import { ClosedCard, RemovedCard } from '../features/campaigns/closed-card.tsx'
import { joinSituation, type JoinSituation } from '../features/campaigns/join-situation.ts'
import { campaignKeys, rememberEnrolment } from '../features/campaigns/queries.ts'
import { AppliedCard, DeclinedCard } from '../features/enrolments/application-card.tsx'
import { JoinAction } from '../features/enrolments/join-action.tsx'
import { JoinedCard } from '../features/enrolments/joined-card.tsx'
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useNow } from '../ui/use-now.ts'
import classes from './campaign-action.module.css'

/** The one thing to do with a campaign, as the person stands with it: at the thumb on phones, at the side on wide screens. */
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
  const [freshId, setFreshId] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const status = useRef<HTMLDivElement>(null)
  const situation = joinSituation(campaign, now)

  /** The button that was pressed is gone: the focus waits here, before what there is to do now. */
  function focusStatus(): void {
    setTimeout(() => status.current?.focus({ preventScroll: true }))
  }
  function joined({ id, state, reason, reapplyAt, link }: Enrolment): void {
    rememberEnrolment(client, campaign.id, { id, state, reason, reapplyAt, link })
    if (state === 'active') setFreshId(id)
    else focusStatus()
    setSaid(state === 'active' ? m.my_campaigns_joined_announced() : m.my_campaigns_applied_announced())
  }
  function left(): void {
    setFreshId(null)
    rememberEnrolment(client, campaign.id, null)
    setSaid(m.my_campaigns_left_announced())
    focusStatus()
  }
  const refused = () => void client.invalidateQueries({ queryKey: campaignKeys.one(campaign.id) })
  const action = (by: 'open' | 'application', again = false) => (
    <JoinAction
      campaignId={campaign.id}
      brandName={campaign.brand.name}
      termsVersion={campaign.termsVersion}
      by={by}
      again={again}
      onJoined={joined}
      onRefused={refused}
    />
  )

  return (
    <>
      <div ref={status} tabIndex={-1} className="visually-hidden" role="status">
        {said}
      </div>
      {atThumb.has(situation.kind) ? (
        <Card className={classes.sticky}>
          <div className={classes.summary}>{summary}</div>
          <Ask situation={situation} action={action} />
        </Card>
      ) : (
        <Standing
          situation={situation}
          campaign={campaign}
          isFresh={(id) => id === freshId}
          onLeft={left}
          action={action}
        />
      )}
    </>
  )
}

const atThumb = new Set<JoinSituation['kind']>(['visitor', 'missing', 'open'])

type Action = (by: 'open' | 'application', again?: boolean) => React.ReactNode

/** What is still to do: sign in, meet the conditions, or join. */
function Ask({ situation, action }: { situation: JoinSituation; action: Action }) {
  const { pathname, search } = useLocation()
  if (situation.kind === 'open') return action(situation.by)
  if (situation.kind === 'visitor')
    return (
      <>
        <ButtonLink full to={loginPath(pathname + search)}>
          {m.campaigns_sign_in_to_join()}
        </ButtonLink>
        <p className={classes.hint}>{m.campaigns_sign_in_hint()}</p>
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

/** Where the person stands, once something has been decided. */
function Standing({
  situation,
  campaign,
  isFresh,
  onLeft,
  action,
}: {
  situation: JoinSituation
  campaign: Campaign | PublicCampaign
  isFresh: (enrolmentId: string) => boolean
  onLeft: () => void
  action: Action
}) {
  switch (situation.kind) {
    case 'joined':
      // A link that counts nothing any more is not handed over again.
      if (campaign.state === 'ended' || campaign.state === 'archived')
        return <ClosedCard campaign={campaign} why="ended" />
      return (
        <JoinedCard
          campaign={campaign}
          url={situation.enrolment.link?.url ?? null}
          isFresh={isFresh(situation.enrolment.id)}
          onLeft={onLeft}
        />
      )
    case 'applied':
      return <AppliedCard campaignId={campaign.id} onLeft={onLeft} />
    case 'declined':
      return (
        <DeclinedCard
          reason={situation.enrolment.reason}
          reapplyAt={situation.enrolment.reapplyAt}
          action={situation.mayReapply ? action(campaign.approval, true) : undefined}
        />
      )
    case 'removed':
      return <RemovedCard reason={situation.enrolment.reason} category={campaign.category.slug} />
    case 'closed':
      return <ClosedCard campaign={campaign} why={situation.why} />
    default:
      return null
  }
}
