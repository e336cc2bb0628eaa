import type { ReactNode } from 'react'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { formatDateTime, formatSigned } from '#web/ui/common/format.ts'
import { LoadMoreOf, type Endless } from '#web/ui/rare/load-more.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import classes from './entry-list.module.css'

/** What an endless query of entries is asked for here. */
interface Pages<T> extends Endless {
  data: { pages: readonly { items: readonly T[] }[] } | undefined
  error: unknown
  isError: boolean
  isPending: boolean
  isPaused: boolean
  isFetching: boolean
  refetch(): Promise<unknown>
}

/** The entries of an account, newest first, page by page, with what is shown while there are none. */
export function EntryList<T extends { transactionId: string; balanceAfter: number }>({
  query,
  empty,
  more,
  moreFailed,
  children,
}: {
  query: Pages<T>
  empty: ReactNode
  /** On the button that asks for more, and above it when that failed. */
  more: string
  moreFailed: string
  /** Draws one of them. */
  children: (entry: T) => ReactNode
}) {
  return (
    <Loaded
      query={query}
      waiting={
        <Loading>
          <CardSkeleton lines={5} />
        </Loading>
      }
    >
      {(data) => {
        const entries = data.pages.flatMap((page) => page.items)
        if (entries.length === 0) return empty
        return (
          <>
            <Card>
              <Rows>
                {entries.map((entry) => (
                  <Row key={`${entry.transactionId} ${entry.balanceAfter}`} className={classes.entry}>
                    {children(entry)}
                  </Row>
                ))}
              </Rows>
            </Card>
            <LoadMoreOf query={query} shown={entries.length} label={more} failure={moreFailed} />
          </>
        )
      }}
    </Loaded>
  )
}

/** One entry: what it was, more about it, when, how much, and what the balance was after it. */
export function Entry({
  what,
  more,
  at,
  amount,
  after,
}: {
  /** The reason, as a link where there is a place to look at it. */
  what: ReactNode
  more?: ReactNode
  at: string
  amount: number
  after: string
}) {
  return (
    <>
      <span className={classes.text}>
        {what}
        {more && <span className={classes.more}>{more}</span>}
        <span className={classes.note}>{formatDateTime(at)}</span>
      </span>
      <span className={classes.amounts}>
        <b className={classes.amount} data-added={amount > 0 || undefined}>
          {formatSigned(amount)}
        </b>
        <span className={classes.note}>{after}</span>
      </span>
    </>
  )
}
