import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { problemOf } from './problem-of.ts'

/** What a query is asked for here. */
interface Asked<T> {
  data: T | undefined
  error: unknown
  isError: boolean
  isPending: boolean
  isPaused: boolean
  isFetching: boolean
  refetch(): Promise<unknown>
}

/**
 * A part of a page that is asked for: `waiting` while it is on its way, what failed (or that there is no connection)
 * with Retry in its place, and what `children` draw once it is there. What was loaded before stays; that it could not
 * be brought up to date is said above it with `saysStale`.
 */
export function Loaded<T>({
  query,
  waiting,
  heading,
  saysStale = false,
  children,
}: {
  query: Asked<T>
  waiting: ReactNode
  /** What failed, in a sentence. */
  heading?: string
  saysStale?: boolean
  children: (data: T) => ReactNode
}) {
  const { data } = query
  if (query.isPending && !query.isPaused) return waiting
  const failed = (
    <ErrorState
      {...problemOf(query.error)}
      heading={heading}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
  if (data === undefined) return failed
  return (
    <>
      {saysStale && query.isError && failed}
      {children(data)}
    </>
  )
}
