import { Link, useSearchParams } from 'react-router'
import { m } from '#messages'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Entry, EntryList } from '#web/ui/rare/entry-list.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { PillSelect } from '#web/ui/rare/pill-select.tsx'
import { usePointsHistory } from './queries.ts'
import { aboutText, kindOptions, reasonOf } from './reason-text.ts'

/** Every entry of the balance with its reason, a link to it, and the balance after it; `?kind=` shows one way alone. */
export function PointsHistory() {
  const [search, setSearch] = useSearchParams()
  const options = kindOptions()
  const kind = options.find(({ value }) => value === search.get('kind'))?.value ?? ''
  const history = usePointsHistory(kind || undefined)
  // Nothing to filter where there is no entry.
  const isEmpty = kind === '' && history.data?.pages[0]?.items.length === 0
  const show = (next: string) =>
    setSearch(next === '' ? {} : { kind: next }, { replace: true, preventScrollReset: true })
  return (
    <>
      {!isEmpty && (
        <PillSelect label={m.points_history_filter()} value={kind} options={options} onChange={show} />
      )}
      <EntryList
        query={history}
        empty={
          kind === '' ? (
            <EmptyState of="points" heading={m.points_history_empty()} hint={m.points_history_empty_hint()} />
          ) : (
            <EmptyState
              of="points"
              heading={m.points_history_none()}
              hint={m.points_history_none_hint({ way: reasonOf(kind).label })}
            />
          )
        }
        more={m.points_history_more()}
        moreFailed={m.points_history_failed()}
      >
        {({ kind: of, about, at, points, balanceAfter }) => {
          const { label, to } = reasonOf(of, about)
          return (
            <Entry
              what={to ? <Link to={to}>{label}</Link> : <b>{label}</b>}
              more={about?.type === 'campaign' ? <OfCampaign {...about} /> : aboutText(about)}
              at={at}
              amount={points}
              after={m.points_after({ points: formatNumber(balanceAfter) })}
            />
          )
        }}
      </EntryList>
    </>
  )
}

/** A campaign in a line of an entry: the brand in bold, the offer beside it. */
function OfCampaign({ brand, title }: { brand: string; title: string }) {
  return (
    <>
      <b>
        <bdi>{brand}</bdi>
      </b>{' '}
      <bdi>{title}</bdi>
    </>
  )
}
