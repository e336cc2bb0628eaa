import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { getOperatedSeason, listOperatedSeasons } from '#contracts/operator-seasons.endpoints.ts'
import type { OperatedSeason } from '#contracts/operator-seasons.schemas.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import layout from '#console/ui/layout.module.css'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { EmptyState, FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { approveAct, excludeAct, includeAct, nameIn, type Place } from './season-acts.tsx'

/** How many months can be chosen. */
const shownMonths = 24

/** Months of the leaderboard that are over: who is paid what, whom the review took out, and its end. */
export default function Seasons() {
  const seasons = useQuery({
    queryKey: ['seasons'],
    queryFn: async ({ signal }) => await call(listOperatedSeasons, { query: { limit: shownMonths }, signal }),
  })
  const [search, setSearch] = useSearchParams()
  if (seasons.isPending) return <LoadingState />
  if (seasons.isError) return <FailureState error={seasons.error} onRetry={() => void seasons.refetch()} />
  const months = seasons.data.items.map(({ month }) => month)
  const month = search.get('month') ?? months[0]
  return (
    <>
      <ScreenHead title={m.shell_seasons()} summary={m.seasons_summary()}>
        {month !== undefined && (
          <NativeSelect
            aria-label={m.seasons_month()}
            data={months.includes(month) ? months : [month, ...months]}
            value={month}
            onChange={({ currentTarget }) => setSearch({ month: currentTarget.value })}
          />
        )}
      </ScreenHead>
      {month === undefined ? (
        <EmptyState heading={m.seasons_none()} />
      ) : (
        <div className={layout.parts}>
          <Season month={month} />
        </div>
      )}
    </>
  )
}

function Season({ month }: { month: string }) {
  const season = useQuery({
    queryKey: ['season', month],
    queryFn: async ({ signal }) => await call(getOperatedSeason, { params: { month }, signal }),
  })
  if (season.isPending) return <LoadingState />
  if (season.isError) return <FailureState error={season.error} onRetry={() => void season.refetch()} />
  const { places, decisions } = season.data
  const include = includeAct(season.data)
  return (
    <>
      <Card
        heading={m.seasons_places()}
        acts={<ActButton act={approveAct} row={season.data} idOf={() => month} nameOf={() => month} />}
      >
        <p>{stateText(season.data)}</p>
        {places.length === 0 ? m.seasons_places_none() : <Places season={season.data} />}
      </Card>
      {decisions.length > 0 && (
        <Card heading={m.seasons_decisions()}>
          <Lines
            file={listFile(`season-decisions-${month}`, decisions, [
              [m.seasons_file_name(), nameIn],
              [m.seasons_file_uid(), ({ uid }) => uid],
              [m.seasons_file_out(), ({ isOut }) => isOut],
              [m.table_file_by(), ({ author }) => author],
              [m.table_file_reason(), ({ reason }) => reason],
            ])}
          >
            {decisions.map((decision, at) => (
              <Line
                // oxlint-disable-next-line react/no-array-index-key -- a list that is only added to
                key={at}
                name={
                  decision.isOut
                    ? m.seasons_decision_out({ name: nameIn(decision) })
                    : m.seasons_decision_in({ name: nameIn(decision) })
                }
                detail={m.seasons_decision_by(decision)}
                acts={
                  isLast(decisions, at) && (
                    <ActButton act={include} row={decision} idOf={({ uid }) => uid ?? ''} nameOf={nameIn} />
                  )
                }
              />
            ))}
          </Lines>
        </Card>
      )}
    </>
  )
}

function Places({ season }: { season: OperatedSeason }) {
  const exclude = excludeAct(season)
  return (
    <Lines
      file={listFile(`season-${season.month}`, season.places, [
        [m.seasons_file_rank(), ({ rank }) => rank],
        [m.seasons_file_uid(), ({ uid }) => uid],
        [m.seasons_file_name(), nameIn],
        [m.seasons_file_value(), ({ value }) => value],
        [m.seasons_file_prize(), ({ points }) => points],
        [m.seasons_file_outcome(), (place) => outcomeOf(place, season.state)],
      ])}
    >
      {season.places.map((place) => (
        <Line
          key={place.rank}
          name={
            place.uid === null ? (
              m.seasons_place({ rank: place.rank, name: nameIn(place) })
            ) : (
              <Link to={screenHref('member', { uid: place.uid })}>
                {m.seasons_place({ rank: place.rank, name: nameIn(place) })}
              </Link>
            )
          }
          detail={detailOf(place, season.state)}
          acts={<ActButton act={exclude} row={place} idOf={({ uid }) => uid ?? ''} nameOf={nameIn} />}
        />
      ))}
    </Lines>
  )
}

/** Of several decisions about one member the last one counts. */
function isLast(decisions: OperatedSeason['decisions'], at: number): boolean {
  return decisions.findLastIndex(({ uid }) => uid === decisions[at]!.uid) === at
}

function detailOf(place: Place, state: OperatedSeason['state']): string {
  return [
    m.seasons_value({ value: formatNumber(place.value) }),
    place.points > 0 ? m.seasons_prize({ points: formatNumber(place.points) }) : m.seasons_prize_none(),
    outcomeOf(place, state),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What becomes of a prize, or became; null where there is nothing to say. */
function outcomeOf({ points, isPayable, outcome }: Place, state: OperatedSeason['state']): string | null {
  if (state === 'review' && !isPayable) return m.seasons_unpayable()
  return outcome !== null && points > 0 ? outcomes[outcome]() : null
}

const outcomes = {
  due: m.seasons_outcome_due,
  paid: m.seasons_outcome_paid,
  banned: m.seasons_outcome_banned,
  left: m.seasons_outcome_left,
} as const

function stateText({ state, reviewUntil, approvedAt, approvedBy, movingUp }: OperatedSeason): string {
  if (movingUp.length > 0)
    return m.seasons_held({ time: formatDateTime(reviewUntil), names: movingUp.join(', ') })
  if (state === 'review') return m.seasons_review({ time: formatDateTime(reviewUntil) })
  const said = { time: formatDateTime(approvedAt ?? reviewUntil), author: approvedBy ?? '' }
  return state === 'paid' ? m.seasons_paid(said) : m.seasons_approved(said)
}
