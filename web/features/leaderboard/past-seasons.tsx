import { Link } from 'react-router'
import type { PastSeason } from '#contracts/leaderboard.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { LoadMoreOf } from '#web/ui/rare/load-more.tsx'
import { CardGrid } from '#web/ui/page.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { prizeText, seasonName, seasonState } from './leaderboard-text.ts'
import { queryOf } from './leaderboard-view.ts'
import { PlaceRow } from './place-row.tsx'
import { usePastSeasons } from './queries.ts'
import classes from './past-seasons.module.css'

/** The seasons that are over, each with its podium and what it was worth. */
export function PastSeasons() {
  const seasons = usePastSeasons()
  const failed = seasons.isFetchNextPageError
  return (
    <Loaded
      query={seasons}
      heading={m.leaderboard_past_failed()}
      saysStale={!failed}
      waiting={
        <Loading>
          <CardSkeleton lines={4} />
        </Loading>
      }
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0)
          return (
            <EmptyState
              of="points"
              heading={m.leaderboard_past_none()}
              hint={m.leaderboard_past_none_hint()}
              action={<ButtonLink to={paths.leaderboard}>{m.leaderboard_current()}</ButtonLink>}
            />
          )
        return (
          <>
            <CardGrid min={320}>
              {items.map((season) => (
                <SeasonSummary key={season.id} season={season} />
              ))}
            </CardGrid>
            <LoadMoreOf
              query={seasons}
              shown={items.length}
              label={m.leaderboard_past_more()}
              failure={m.leaderboard_past_failed()}
            />
          </>
        )
      }}
    </Loaded>
  )
}

function SeasonSummary({ season }: { season: PastSeason }) {
  const { id, members, podium, prizes } = season
  const to = `${paths.leaderboard}${queryOf({ period: 'season', metric: 'points', season: id })}`
  return (
    <Card pad={false} className={classes.card}>
      <div className={classes.head}>
        <h2>
          <Link to={to}>{seasonName(id)}</Link>
        </h2>
        <p>
          {m.leaderboard_members({ count: members, amount: formatNumber(members) })} ·{' '}
          {seasonState(season, useNow())}
        </p>
      </div>
      {podium.length > 0 && (
        <ol className={classes.podium} aria-label={m.leaderboard_podium()}>
          {podium.map((place) => (
            <li key={place.rank}>
              <PlaceRow place={place} metric="points" note={prizeText(place.rank, prizes)} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
