import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
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

/** The row that the address opens: among those shown, else asked for by itself. */
export function useOpened<Row>(
  source: TableSource<Row>,
  { rows, id, idOf }: { rows: readonly Row[]; id: string | null; idOf: (row: Row) => string },
): Row | undefined {
  const shown = id === null ? undefined : rows.find((row) => idOf(row) === id)
  const { data } = useQuery({
    queryKey: ['row', source.key, id],
    queryFn: async ({ signal }) => await source.one!(id!, signal),
    enabled: id !== null && shown === undefined && source.one !== undefined,
  })
  return shown ?? (id === null ? undefined : data)
}
