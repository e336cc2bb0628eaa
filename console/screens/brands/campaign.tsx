import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedCampaign } from '#contracts/operator-campaigns.endpoints.ts'
import type { OperatedCampaignDetail } from '#contracts/operator-campaigns.schemas.ts'
import { CAMPAIGN_ACTIONS } from '#rules/campaign-state.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { Timeline } from '#console/ui/facts.tsx'
import { formatDate, formatDateTime, formatNumber, formatShare, formatUsd } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import layout from '#console/ui/layout.module.css'
import { reduceBudgetAct, topUpAct } from './budget-acts.tsx'
import { duplicateAct, moveAct } from './campaign-acts.tsx'
import { CampaignOfferFacts } from './campaign-offer.tsx'
import { CampaignVersions } from './campaign-versions.tsx'
import { payWords, stateNames } from './campaign-words.tsx'

/** One campaign: its budget, what it offers, its states and versions, and what can be done to it. */
export default function Campaign() {
  const { id } = useParams() as { id: string }
  const campaign = useQuery({
    queryKey: ['campaign', id],
    queryFn: async ({ signal }) => await call(getOperatedCampaign, { params: { id }, signal }),
  })
  if (campaign.isPending) return <LoadingState />
  if (campaign.isError) return <FailureState error={campaign.error} onRetry={() => void campaign.refetch()} />
  return <Shown campaign={campaign.data} />
}

const moveActs = CAMPAIGN_ACTIONS.map(moveAct)

function Shown({ campaign }: { campaign: OperatedCampaignDetail }) {
  const { id, title, brand, category, state } = campaign
  const may = useMay()
  const navigate = useNavigate()
  const canEdit = may('campaign.edit') && state !== 'ended' && state !== 'archived'
  const acts = [
    ...moveActs,
    topUpAct(campaign),
    reduceBudgetAct(campaign),
    duplicateAct(campaign, (made) => void navigate(`/${consoleRoutes.campaigns}/${made}`)),
  ]
  return (
    <>
      <ScreenHead
        title={<bdi>{title}</bdi>}
        summary={m.campaigns_summary({
          brand: brand.name,
          category: category.name,
          state: brand.isSuspended
            ? `${stateNames[state]()}, ${m.campaigns_brand_suspended()}`
            : stateNames[state](),
          pays: payWords(campaign.cost),
        })}
      >
        {canEdit && (
          <Button variant="light" component={Link} to={`/${consoleRoutes.campaigns}/${id}/edit`}>
            {m.campaigns_edit()}
          </Button>
        )}
        {acts.map((act) => (
          <ActButton
            key={act.id}
            act={act}
            row={campaign}
            idOf={(row) => row.id}
            nameOf={(row) => row.title}
          />
        ))}
      </ScreenHead>
      <Figures campaign={campaign} />
      <div className={layout.parts}>
        <Card heading={m.campaigns_offer()}>
          <CampaignOfferFacts offer={campaign.offer} />
        </Card>
        <Card heading={m.campaigns_history()}>
          <Timeline
            label={m.campaigns_history()}
            steps={campaign.states.map((step) => ({
              key: step.at + step.state,
              at: formatDateTime(step.at),
              text: stateNames[step.state](),
            }))}
          />
          {campaign.budgetChanges.length > 0 && (
            <Timeline
              label={m.campaigns_budget_history()}
              steps={campaign.budgetChanges.map(({ at, crels, reference }) => ({
                key: `${at} ${reference} ${crels}`,
                at: formatDateTime(at),
                text:
                  crels > 0
                    ? m.campaigns_budget_put_in({ crels: formatNumber(crels), reference })
                    : m.campaigns_budget_taken_out({ crels: formatNumber(-crels), reference }),
              }))}
            />
          )}
          <Link to={`/${consoleRoutes.brands}/${brand.slug}`}>{brand.name}</Link>
          {may('read.audit') && <Link to={`/${consoleRoutes.audit}?target=${id}`}>{m.campaigns_log()}</Link>}
        </Card>
      </div>
      <CampaignVersions id={id} revision={campaign.revision} canEdit={canEdit} />
    </>
  )
}

function Figures({ campaign }: { campaign: OperatedCampaignDetail }) {
  const { id, budget, spent, left, members, memberLimit, applicants, startsAt, endsAt } = campaign
  const may = useMay()
  const counted =
    memberLimit === null
      ? formatNumber(members)
      : m.campaigns_members_of({ members: formatNumber(members), limit: formatNumber(memberLimit) })
  const crels = (amount: number) => m.campaigns_crels({ crels: formatNumber(amount) })
  return (
    <Stats>
      <Stat label={m.campaigns_budget()} value={formatUsd(budget.usdCents)} detail={crels(budget.crels)} />
      <Stat
        label={m.campaigns_spent()}
        value={formatUsd(spent.usdCents)}
        detail={m.campaigns_spent_share({
          share: formatShare(budget.crels === 0 ? 0 : spent.crels / budget.crels),
        })}
      />
      <Stat
        label={m.campaigns_left()}
        value={formatUsd(left.usdCents)}
        detail={crels(left.crels)}
        isBad={campaign.state === 'exhausted'}
      />
      <Stat
        label={m.campaigns_members()}
        value={
          may('read.members') ? (
            <Link
              to={screenHref('campaignMembers', { id })}
              aria-label={m.campaigns_members_link({ members: counted })}
            >
              {counted}
            </Link>
          ) : (
            counted
          )
        }
        detail={
          applicants > 0 &&
          (may('read.members') ? (
            <Link to={`${screenHref('applications')}?campaignId=${id}`}>
              {m.campaigns_waiting({ count: applicants })}
            </Link>
          ) : (
            m.campaigns_waiting({ count: applicants })
          ))
        }
      />
      <Stat
        label={m.campaigns_starts()}
        value={formatDate(startsAt)}
        detail={`${m.campaigns_ends()}: ${endsAt === null ? m.campaigns_no_end() : formatDate(endsAt)}`}
      />
    </Stats>
  )
}
