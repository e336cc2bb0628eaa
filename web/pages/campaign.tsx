import { lazy } from 'react'
import { useParams } from 'react-router'
import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { publicName } from '#rules/public-texts.ts'
import { CardRate } from '#web/features/campaigns/shared/card-rate.ts'
import { CardsLoading } from '../features/campaigns/cards-loading.tsx'
import { CampaignHead } from '../features/campaigns/campaign-head.tsx'
import { CampaignHero } from '../features/campaigns/campaign-hero.tsx'
import { FactsCard } from '../features/campaigns/facts-card.tsx'
import { HowCard } from '../features/campaigns/how-card.tsx'
import { joinSituation, nextOf } from '../features/campaigns/join-situation.ts'
import { PaysCard } from '../features/campaigns/pays-card.tsx'
import { useCampaign, useListedCampaign, usePublicCampaign } from '#web/features/campaigns/shared/queries.ts'
import { RequirementList } from '../features/campaigns/requirement-list.tsx'
import { campaignHeading, worthPill } from '#web/features/campaigns/reward-text.ts'
import { TermsCard } from '../features/campaigns/terms-card.tsx'
import { TrustCard } from '../features/campaigns/trust-card.tsx'
import { useRate } from '#web/features/exchange/shared/queries.ts'
import { RateFailed } from '#web/features/exchange/shared/rate-failed.tsx'
import { useSession } from '../platform/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Part } from '../ui/part.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { ShareIcon } from '../ui/share-icon.tsx'
import { CardSkeleton, Following, Loading, Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { WhenNear } from '../ui/when-near.tsx'
import { CampaignAction } from './campaign-action.tsx'
import { NotFound } from './not-found-later.tsx'
import classes from './campaign.module.css'

// Cards of other campaigns are far down the page, where there are any: with what draws them only then.
const SimilarCampaigns = lazy(async () => ({
  default: (await import('../features/campaigns/similar-campaigns.tsx')).SimilarCampaigns,
}))
const MoreFromBrand = lazy(async () => ({
  default: (await import('../features/campaigns/more-from-brand.tsx')).MoreFromBrand,
}))

/** `/campaigns/{id}`: read the offer, join it, take the tracking link. Visitors see it too. */
export default function CampaignPage() {
  const { id = '' } = useParams()
  const session = useSession()
  const isMember = session.state === 'signed-in'
  const mine = useCampaign(id, isMember)
  const everyones = usePublicCampaign(id, !isMember)
  const query = isMember ? mine : everyones
  const campaign = query.data ?? everyones.data

  if (isAbsent(query.error)) return <NotFound />
  const failed = query.isError || query.isPaused
  if (!campaign)
    return (
      <Page title={m.pages_campaign()} heading={failed ? undefined : null}>
        {failed ? (
          <ErrorState
            {...problemOf(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <CampaignSkeleton id={id} />
        )}
      </Page>
    )
  return (
    <CampaignContent
      campaign={campaign}
      // Settled once the session is known: a signed-in member is not asked to sign in.
      isSettled={session.state === 'signed-out' || mine.data !== undefined}
      isWaiting={isMember ? mine.isPending : session.failure === null}
      isMember={isMember}
      failure={
        query.isError && (
          <ErrorState
            {...problemOf(query.error)}
            heading={m.campaigns_updated_failed()}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      }
    />
  )
}

function CampaignContent({
  campaign,
  isSettled,
  isWaiting,
  isMember,
  failure,
}: {
  campaign: Campaign | PublicCampaign
  isSettled: boolean
  /** For the answer that settles it. */
  isWaiting: boolean
  isMember: boolean
  failure: React.ReactNode
}) {
  const rate = useRate()
  const next = nextOf(joinSituation(campaign, useNow()))
  // Where joining is closed, similar campaigns are above this campaign's details.
  const isOver = campaign.state === 'ended' || campaign.state === 'archived'
  const isClosed = isSettled && (next === 'closed' || isOver)
  const similar = (
    <Part fallback={<CardsLoading cards={2} />}>
      {isMember ? (
        <SimilarCampaigns campaign={campaign} isAwaited={isClosed} />
      ) : (
        <MoreFromBrand campaign={campaign} />
      )}
    </Part>
  )
  return (
    <CardRate value={rate.isPending ? null : rate.usdToCrels}>
      <Page title={publicName(campaign.brand.name, campaign.publicTitle)} heading={null}>
        <CampaignHero campaign={campaign} />
        {failure}
        <RateFailed rate={rate} />
        <div className={classes.layout}>
          <CampaignHead campaign={campaign} isMember={isMember} />
          <div className={classes.action}>
            {isSettled ? (
              <CampaignAction
                key={campaign.id}
                campaign={campaign}
                summary={<Summary campaign={campaign} rate={rate.usdToCrels} />}
              />
            ) : (
              <Loading>
                <CardSkeleton lines={1} />
              </Loading>
            )}
          </div>
          <Following when={isSettled || !isWaiting} className={classes.content}>
            {isMember && campaign.state === 'active' && <ShareForPoints id={campaign.id} />}
            {isClosed && similar}
            {'requirements' in campaign && asked.has(next) && <RequirementList campaign={campaign} />}
            <PaysCard campaign={campaign} rate={rate} />
            {!isIn(campaign) && <HowCard />}
            <FactsCard campaign={campaign} />
            <TrustCard trust={campaign.trust} rate={rate.usdToCrels} />
            <TermsCard campaign={campaign} />
          </Following>
        </div>
        {!isClosed && isMember && <WhenNear minHeight={300}>{similar}</WhenNear>}
        {!isIn(campaign) && <div className={classes.room} data-thumb />}
      </Page>
    </CardRate>
  )
}

/** To where a share of it earns points. */
function ShareForPoints({ id }: { id: string }) {
  return (
    <div>
      <ButtonLink
        look="soft"
        size="s"
        icon={<ShareIcon size={18} />}
        to={withQuery(paths.socialShare, { campaign: id })}
      >
        {m.campaigns_share_for_points()}
      </ButtonLink>
    </div>
  )
}

/** Where a person can still do something about the conditions. */
const asked = new Set<ReturnType<typeof nextOf>>(['open', 'missing', 'wait'])

/** Whether the viewer is in it, or on the way: conditions and first steps are behind them. */
function isIn(campaign: Campaign | PublicCampaign): boolean {
  const state = 'enrolment' in campaign ? campaign.enrolment?.state : undefined
  return state === 'active' || state === 'applied'
}

/** The reward once more, beside the button of wide screens. */
function Summary({ campaign, rate }: { campaign: Campaign | PublicCampaign; rate: string }) {
  const { heading } = campaignHeading(campaign)
  return (
    <>
      <p className={classes.reward}>{heading}</p>
      <p className={classes.worth}>{worthPill(campaign.reward, rate)}</p>
    </>
  )
}

/** With what the list it was opened from knows of it. */
function CampaignSkeleton({ id }: { id: string }) {
  const listed = useListedCampaign(id)
  return (
    <>
      {listed && <CampaignHero campaign={listed} />}
      <Loading>
        {!listed && <Skeleton height={220} radius={24} />}
        <Skeleton width="70%" height={30} />
        <Skeleton width="90%" />
        <CardSkeleton lines={3} />
        <CardSkeleton lines={4} />
      </Loading>
    </>
  )
}

/** No such campaign, or an address that could not be one's. */
function isAbsent(error: Error | null): boolean {
  const status = (error as { status?: unknown } | null)?.status
  return status === 404 || status === 422
}
