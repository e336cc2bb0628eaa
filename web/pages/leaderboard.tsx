import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { leaderboardMetrics, leaderboardPeriods } from '#contracts/leaderboard.constants.ts'
import { paths } from '#contracts/paths.ts'
import { metricTexts, periodTexts, seasonName } from '../features/leaderboard/leaderboard-text.ts'
import {
  pastSeasons,
  queryOf,
  readView,
  type LeaderboardView,
} from '../features/leaderboard/leaderboard-view.ts'
import { PastSeasons } from '../features/leaderboard/past-seasons.tsx'
import { useLeaderboard } from '../features/leaderboard/queries.ts'
import { Ranking } from '../features/leaderboard/ranking.tsx'
import { SeasonCard } from '../features/leaderboard/season-card.tsx'
import { useSession } from '../platform/session.ts'
import { Chip, Chips } from '../ui/rare/chips.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton, Loading, Skeleton } from '../ui/skeleton.tsx'
import { TabLinks } from '../ui/rare/tab-links.tsx'
import classes from './leaderboard.module.css'

/** `/leaderboard`: the ranking of a season, the week or all time, by points, earnings or friends; and past seasons. */
export default function LeaderboardPage() {
  const view = readView(useSearchParams()[0])
  if (view !== 'past') return <RankingPage view={view} />
  return (
    <Page title={m.leaderboard_past()}>
      <Chips label={m.pages_leaderboard()}>
        <Chip to={paths.leaderboard}>{m.leaderboard_current()}</Chip>
      </Chips>
      <PastSeasons />
    </Page>
  )
}

function RankingPage({ view }: { view: LeaderboardView }) {
  const { state } = useSession()
  const query = useLeaderboard(view)
  const { data, isPlaceholderData } = query
  const hrefOf = (changes: Partial<LeaderboardView>) =>
    `${paths.leaderboard}${queryOf({ ...view, ...changes })}`
  return (
    <Page title={view.season ? seasonName(view.season) : m.pages_leaderboard()}>
      <div className={classes.choice}>
        {view.season ? (
          <Chips label={m.pages_leaderboard()}>
            <Chip to={paths.leaderboard}>{m.leaderboard_current()}</Chip>
            <Chip to={`${paths.leaderboard}${pastSeasons}`}>{m.leaderboard_past()}</Chip>
          </Chips>
        ) : (
          <TabLinks
            label={m.leaderboard_periods()}
            tabs={leaderboardPeriods.map((period) => ({
              to: hrefOf({ period }),
              label: periodTexts[period](),
              current: period === view.period,
            }))}
          />
        )}
        <Chips label={m.leaderboard_metrics()}>
          {leaderboardMetrics.map((metric) => (
            <Chip key={metric} to={hrefOf({ metric })} current={metric === view.metric}>
              {metricTexts[metric]()}
            </Chip>
          ))}
        </Chips>
      </div>
      <Loaded
        query={query}
        heading={data ? m.leaderboard_stale() : m.leaderboard_failed()}
        saysStale
        waiting={<RankingSkeleton />}
      >
        {(ranking) => (
          <div className={classes.layout}>
            <div className={classes.side}>
              <SeasonCard season={ranking.season} isMember={state === 'signed-in'} />
            </div>
            <Ranking
              key={queryOf(view)}
              ranking={ranking}
              view={view}
              isOld={isPlaceholderData}
              isVisitor={state === 'signed-out'}
            />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** The shape of a ranking, before it is there. */
function RankingSkeleton() {
  return (
    <Loading>
      <Skeleton height={158} radius={24} />
      <Skeleton height={240} radius={24} />
      <CardSkeleton lines={8} />
    </Loading>
  )
}
