import { useMemo } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'

/** What a list shows, as its address says it: filters by name, and the columns where they are not the usual ones. */
export interface TableAddress {
  filters: Readonly<Record<string, string>>
  columns: readonly string[] | null
  /** The row that is open. */
  open: string | null
  setFilter: (name: string, value: string | null) => void
  /** All filters at once, as a view has them. */
  setFilters: (filters: Readonly<Record<string, string>>) => void
  setColumns: (columns: readonly string[] | null) => void
  setOpen: (id: string | null) => void
}

/** Reads and writes what a list shows in the page's address, so that a view is a link. */
export function useTableAddress(names: readonly string[]): TableAddress {
  const [params, setParams] = useSearchParams()
  return useMemo(() => {
    const filters = Object.fromEntries(
      names.flatMap((name) => (params.has(name) ? [[name, params.get(name)!]] : [])),
    )
    const change = (entries: Record<string, string | null>, options: NavigateOptions = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(entries)) {
            if (value === null || value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true, ...options },
      )
    return {
      filters,
      columns: params.get('columns')?.split(',') ?? null,
      open: params.get('open'),
      setFilter: (name, value) => change({ [name]: value, open: null }),
      setFilters: (next) =>
        change({ ...Object.fromEntries(names.map((name) => [name, null])), ...next, open: null }),
      setColumns: (columns) => change({ columns: columns?.join(',') ?? null }),
      // At once: the next key acts on the row that is open by then.
      setOpen: (open) => change({ open }, { flushSync: true }),
    }
  }, [names, params, setParams])
}

/** The part of the address that a view is: its filters and columns, in one order. */
export function viewOf(params: URLSearchParams): string {
  const view = new URLSearchParams(params)
  view.delete('open')
  view.sort()
  return view.toString()
}
