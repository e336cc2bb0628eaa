import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { pointsOf } from '#contracts/points-path.ts'
import { publicName } from '#rules/public-texts.ts'
import { useCampaign, useFewCampaigns } from '#web/features/campaigns/shared/queries.ts'
import { useShares } from '../features/shares/queries.ts'
import { BoostNotice } from '../features/shop/boost-notice.tsx'
import { isAwaited, useOrderTerms } from '../features/shop/terms.ts'
import { ShareForm } from '../features/shares/share-form.tsx'
import { ShareList } from '../features/shares/share-list.tsx'
import { BalanceCard } from '../ui/balance-card.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Celebration, News } from '../ui/celebration.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { useNewlyPaid } from '#web/ui/rare/newly-paid.ts'
import { Page, Section } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './two-columns.module.css'

/** Campaigns to choose from, the popular ones and that of `?campaign=`, with which the form begins. */
const offered = 50

/** `/points/social-share`: share a campaign to a network, and see who came by each share. */
export default function SocialSharePage() {
  const [search] = useSearchParams()
  const list = useShares()
  const terms = useOrderTerms()
  const boost = terms.data?.boost
  const campaigns = useFewCampaigns({ sort: 'popular' }, offered)
  const asked = search.get('campaign') ?? ''
  // One that is gone, or never was, is no failure: there are others.
  const named = useCampaign(asked, asked !== '')
  const [chosen, setChosen] = useState(asked)
  const first = isAwaited(terms) ? undefined : list.data?.pages[0]
  const shares = list.data?.pages.flatMap((page) => page.items) ?? []
  const news = useNewlyPaid('shares', list.data && shares)
  const failed = [list, campaigns].find(({ isError, isPaused, data }) => !data && (isError || isPaused))
  const isNamedKnown = asked === '' || !named.isPending || named.isPaused
  const popular = isNamedKnown ? campaigns.data?.items : undefined
  const choices = popular
    ?.filter(({ id }) => id !== named.data?.id)
    .concat(named.data ?? [])
    .filter(({ state }) => state === 'active')
    .map(({ id, title, brand, publicTitle, enrolment }) => ({
      id,
      title,
      brand,
      name: publicName(brand.name, publicTitle),
      isJoined: enrolment?.state === 'active',
    }))
    .toSorted((one, other) => Number(other.isJoined) - Number(one.isJoined))
  const shared = choices?.find(({ id }) => id === chosen) ?? choices?.[0]
  const captions = useCampaign(shared?.id ?? '', shared !== undefined).data?.captions ?? []
  return (
    <Page title={m.pages_social_share()}>
      {boost && <BoostNotice boost={boost} />}
      <News>{news > 0 && <Celebration text={m.shares_newly_paid({ points: formatSigned(news) })} />}</News>
      {failed && (
        <ErrorState
          {...problemOf(failed.error)}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      {!failed && !(first && choices) && (
        <Loading>
          <CardSkeleton lines={6} />
          <CardSkeleton lines={3} />
        </Loading>
      )}
      {first && choices && (
        <div className={classes.layout}>
          <div className={classes.column}>
            {choices.length === 0 ? (
              <EmptyState of="points" heading={m.shares_no_campaigns()} hint={m.shares_no_campaigns_hint()} />
            ) : (
              <ShareForm
                campaigns={choices}
                chosen={shared?.id ?? ''}
                onChoose={setChosen}
                captions={captions}
                promise={{
                  points: formatSigned(first.rewards.points),
                  text: m.shares_promise({
                    points: formatNumber(first.rewards.points),
                    clicks: first.rewards.clicks,
                    days: first.rewards.days,
                    max: first.today.paidMax,
                  }),
                }}
              />
            )}
          </div>
          <div className={classes.column}>
            <BalanceCard
              of="points"
              label={m.shares_earned()}
              value={first.totals.points}
              detail={m.shares_today({
                paid: formatNumber(first.today.paid),
                max: formatNumber(first.today.paidMax),
                waiting: formatNumber(first.totals.waiting),
              })}
              actions={
                first.totals.points > 0 && (
                  <ButtonLink look="ghost" size="s" to={pointsOf('social-share')}>
                    {m.points_history_see()}
                  </ButtonLink>
                )
              }
            />
            <Section heading={m.shares_heading()}>
              {shares.length === 0 ? (
                <EmptyState of="points" heading={m.shares_none_heading()} hint={m.shares_none_hint()} />
              ) : (
                <ShareList shares={shares} query={list} />
              )}
            </Section>
          </div>
        </div>
      )}
    </Page>
  )
}
