import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Leaderboard, MyPlace as Me, Place } from '#contracts/leaderboard.schemas.ts'
import { m } from '#messages'
import { formatNumber } from '#web/ui/common/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/rare/load-more.tsx'
import { Section } from '#web/ui/page.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { metricTexts, periodTexts, prizeText, seasonName, timeLeft } from './leaderboard-text.ts'
import type { LeaderboardView } from './leaderboard-view.ts'
import { MyPlace, RankNews } from './my-place.tsx'
import { PlaceList, showMine } from './place-list.tsx'
import { Podium } from './podium.tsx'
import { useFurtherPlaces } from './queries.ts'
import { JoinLink, JoinToTakePart, NotRanked, WayIn } from './take-part.tsx'
import classes from './ranking.module.css'

/** A ranking: podium, the places around mine, all places, and my own row at the bottom of the screen. */
export function Ranking({
  ranking,
  view,
  isOld,
  isVisitor,
}: {
  ranking: Leaderboard
  view: LeaderboardView
  /** Another one is on its way. */
  isOld: boolean
  isVisitor: boolean
}) {
  const { pathname, search } = useLocation()
  const shown = useRef<HTMLDivElement>(null)
  const { metric, items, me, season, members } = ranking
  const here = pathname + search
  const isOver = season.state !== 'running'
  const place = me?.neighbours.find(({ isMe }) => isMe)
  const prizes = isOver && metric === 'points' ? season.prizes : []
  if (items.length === 0)
    return (
      <EmptyState
        of="points"
        heading={isOver ? m.leaderboard_empty_past() : m.leaderboard_empty()}
        hint={isOver ? undefined : m.leaderboard_empty_hint()}
        action={!isOver && (me ? <WayIn metric={metric} /> : isVisitor && <JoinLink here={here} />)}
      />
    )
  return (
    <div ref={shown} className={classes.ranking} data-old={isOld || undefined}>
      <p className={classes.members}>
        <Members ranking={ranking} />
      </p>
      <Podium places={items.slice(0, 3)} metric={metric} prizes={prizes} />
      {isVisitor && <JoinToTakePart here={here} />}
      {me && !place && !isOver && <NotRanked metric={metric} />}
      {me && isFarDown(me, ranking) && (
        <Section
          heading={m.leaderboard_around()}
          action={
            <span className={classes.placeOf}>
              {m.leaderboard_place_of({
                rank: formatNumber(me.rank ?? 0),
                members: formatNumber(members),
              })}
            </span>
          }
        >
          <PlaceList places={me.neighbours} metric={metric} label={m.leaderboard_around()} />
        </Section>
      )}
      <Places
        ranking={ranking}
        view={view}
        note={isOver ? ({ rank }) => prizeText(rank, prizes) : undefined}
      />
      {place && !isOld && !isOver && <RankNews rank={place.rank} />}
      {me && place && (
        <MyPlace
          me={me}
          place={place}
          metric={metric}
          isOver={isOver}
          onJump={() => showMine(shown.current)}
        />
      )}
    </div>
  )
}

/** How many are ranked, and how long a week still runs. */
function Members({ ranking: { members, period, endsAt } }: { ranking: Leaderboard }) {
  const now = useNow()
  const left = period === 'week' && endsAt ? timeLeft(endsAt, now) : undefined
  const ranked = m.leaderboard_members({ count: members, amount: formatNumber(members) })
  return left ? `${ranked} · ${m.leaderboard_week_ends({ time: left })}` : ranked
}

/** The places after the podium, without end. */
function Places({
  ranking,
  view,
  note,
}: {
  ranking: Leaderboard
  view: LeaderboardView
  note?: (place: Place) => string | undefined
}) {
  const [wanted, setWanted] = useState(false)
  const further = useFurtherPlaces(view, wanted)
  const pages = further.data?.pages ?? []
  const places = inOrder([ranking, ...pages]).slice(3)
  const failed = further.isError && !further.isFetching
  const more = () => {
    if (!wanted) setWanted(true)
    else if (pages.length === 0) void further.refetch()
    else void further.fetchNextPage()
  }
  const { metric, period, season } = ranking
  return (
    <>
      {places.length > 0 && (
        <PlaceList
          places={places}
          metric={metric}
          note={note}
          label={m.leaderboard_list({
            metric: metricTexts[metric](),
            period: view.season ? seasonName(season.id) : periodTexts[period](),
          })}
        />
      )}
      {(pages.at(-1) ?? ranking).nextCursor && (
        <LoadMore
          onMore={more}
          shown={places.length}
          busy={wanted && (further.isPending || further.isFetchingNextPage) && further.isFetching}
          failed={failed}
          label={m.leaderboard_more()}
          failure={m.leaderboard_more_failed()}
        />
      )}
    </>
  )
}

/** Every place once: ranks may have moved between one page and the next. */
function inOrder(pages: readonly Leaderboard[]): Place[] {
  const places: Place[] = []
  for (const place of pages.flatMap(({ items }) => items))
    if (place.rank > (places.at(-1)?.rank ?? 0)) places.push(place)
  return places
}

/** Whether my place comes after the first page: those around it are then shown by themselves. */
function isFarDown({ rank }: Me, { items }: Leaderboard): boolean {
  return rank !== null && rank > (items.at(-1)?.rank ?? 0)
}
