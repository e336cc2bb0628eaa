import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiProblem } from '#console/platform/api-problem.ts'
import type { TableSource } from './table-source.ts'

/** How many rows a page has. */
export const pageSize = 50

/** The rows of a list by its filters, page after page; what was shown stays while other filters are asked for. */
export function useRows<Row>(source: TableSource<Row>, filters: Readonly<Record<string, string>>) {
  const query = useInfiniteQuery({
    queryKey: ['rows', source.key, filters],
    queryFn: async ({ pageParam, signal }) =>
      await source.page({ filters, cursor: pageParam, limit: pageSize, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  return { query, rows }
}

/** What the address opens: nothing, a row, or one that is asked for, is not there, or was not answered. */
export type Opened<Row> =
  | { is: 'nothing' | 'waiting' | 'missing' }
  | { is: 'row'; row: Row }
  | { is: 'failed'; error: unknown; retry: () => void }

/** The row that the address opens: among those shown, else asked for by itself. */
export function useOpened<Row>(
  source: TableSource<Row>,
  {
    rows,
    isWaiting,
    id,
    idOf,
  }: {
    rows: readonly Row[]
    /** The rows are asked for. */
    isWaiting: boolean
    id: string | null
    idOf: (row: Row) => string
  },
): Opened<Row> {
  const listed = id === null ? undefined : rows.find((row) => idOf(row) === id)
  const { data, error, refetch } = useQuery({
    queryKey: ['row', source.key, id],
    queryFn: async ({ signal }) => await source.one!(id!, signal),
    enabled: id !== null && listed === undefined && source.one !== undefined,
  })
  if (id === null) return { is: 'nothing' }
  if (listed !== undefined) return { is: 'row', row: listed }
  if (source.one === undefined) return { is: isWaiting ? 'waiting' : 'missing' }
  // No such row, or no id of one. What was known of it before is over.
  if (error instanceof ApiProblem && [404, 422].includes(error.status)) return { is: 'missing' }
  if (data !== undefined) return { is: 'row', row: data }
  return error ? { is: 'failed', error, retry: () => void refetch() } : { is: 'waiting' }
}
