import { Link } from 'react-router'
import { m } from '#messages'
import type { PointsEntry } from '#contracts/points.responses.ts'
import { Card, Row, Rows } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDateTime, formatNumber, formatSigned } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { problemOf } from '../../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../../ui/skeleton.tsx'
import { usePointsHistory } from './queries.ts'
import { aboutWords, reasonOf } from './reason-words.ts'
import classes from './points-history.module.css'

/** Every entry of the balance with its reason, a link to it, and the balance after it. */
export function PointsHistory() {
  const history = usePointsHistory()
  if (history.isPending && !history.isPaused)
    return (
      <Loading>
        <CardSkeleton lines={5} />
      </Loading>
    )
  if (!history.data)
    return (
      <ErrorState
        {...problemOf(history.error)}
        onRetry={() => void history.refetch()}
        retrying={history.isFetching}
      />
    )
  const entries = history.data.pages.flatMap((page) => page.items)
  if (entries.length === 0)
    return <EmptyState heading={m.points_history_empty()} hint={m.points_history_empty_hint()} />
  return (
    <>
      <Card>
        <Rows>
          {entries.map((entry) => (
            <Entry key={`${entry.transactionId} ${entry.balanceAfter}`} entry={entry} />
          ))}
        </Rows>
      </Card>
      {history.hasNextPage && (
        <LoadMore
          onMore={() => void history.fetchNextPage()}
          busy={history.isFetchingNextPage}
          failed={history.isFetchNextPageError}
          label={history.isFetchNextPageError ? m.common_retry() : m.points_history_more()}
        >
          {history.isFetchNextPageError && <p role="alert">{m.points_history_failed()}</p>}
        </LoadMore>
      )}
    </>
  )
}

function Entry({ entry: { kind, about, at, points, balanceAfter } }: { entry: PointsEntry }) {
  const { label, to } = reasonOf(kind, about)
  const more = aboutWords(about)
  return (
    <Row className={classes.entry}>
      <span className={classes.words}>
        {to ? (
          <Link to={to} className={classes.reason}>
            {label}
          </Link>
        ) : (
          <b>{label}</b>
        )}
        {more && <span className={classes.more}>{more}</span>}
        <span className={classes.note}>{formatDateTime(at)}</span>
      </span>
      <span className={classes.amounts}>
        <b className={classes.amount} data-added={points > 0 || undefined}>
          {formatSigned(points)}
        </b>
        <span className={classes.note}>{m.points_after({ points: formatNumber(balanceAfter) })}</span>
      </span>
    </Row>
  )
}
