import type { ComponentType, ReactNode } from 'react'
import type { CsvValue } from './csv.ts'

/** A page of a list, as every list of the API answers it. */
export interface PageOfRows<Row> {
  items: readonly Row[]
  nextCursor: string | null
}

/** Where a list has its rows from. */
export interface TableSource<Row> {
  /** Names the list among the kept answers. */
  key: string
  /** What its file is called; the key without it. */
  fileName?: string
  page: (asked: {
    filters: Readonly<Record<string, string>>
    cursor?: string
    limit: number
    signal?: AbortSignal
  }) => Promise<PageOfRows<Row>>
  /** One row by its id, for an address that opens one which is not among those shown. */
  one?: (id: string, signal: AbortSignal) => Promise<Row>
}

/** What a list is called beside its filters: its key without what it is of, such as a period or an id. */
export function listOf({ key }: Pick<TableSource<never>, 'key'>): string {
  return /^[a-z]+(?:-[a-z]+)*(?=$|[ -])/.exec(key)?.[0] ?? 'list'
}

/** One column of a list. */
export interface TableColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** What a file says in it; without it the column is on screen alone. */
  csv?: (row: Row) => CsvValue
  align?: 'end'
  /** By what the server sorts the list by this column; its heading is a button then. */
  sort?: string
  /** Shown once it is chosen. */
  isExtra?: true
  /** Narrow screens leave it out of the first sight: it comes last. */
  width?: string
}

/** What narrows a list, or orders it; its name is that of the query. */
export type TableFilter =
  | {
      kind: 'choice'
      name: string
      label: string
      options: readonly { value: string; label: string }[]
      /** What the server takes where the address says nothing; without it every row is shown. */
      fallback?: string
      /** It narrows nothing: it orders the rows, or says of which list they are. */
      isNoNarrowing?: true
    }
  | { kind: 'text'; name: string; label: string }
  /** The id of what is chosen by its name, among more than are listed. */
  | {
      kind: 'chosen'
      name: string
      label: string
      Choice: ComponentType<{
        label: string
        value: string | null
        onChange: (id: string | null) => void
      }>
    }
  /** A day; the label says of which zone. */
  | { kind: 'date'; name: string; label: string }

/** How a list is sorted, where its columns say by what: in the address and in what the source is asked with. */
export interface TableSorting {
  sort: string
  order: 'asc' | 'desc'
}

/** A list as it is often wanted: a name, and its filters. */
export interface TableView {
  name: string
  filters: Readonly<Record<string, string>>
}
