import { Checkbox } from '@mantine/core'
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import type { TableColumn, TableSorting } from './table-source.ts'
import { isCompact, useDensity } from './density.ts'
import styles from './rows-table.module.css'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })

/** The rows of a list with the columns that are chosen, one of them under the cursor. */
export function RowsTable<Row>({
  label,
  rows,
  columns,
  chosenColumns,
  idOf,
  nameOf,
  active,
  selected,
  isSelectable,
  isStale,
  onSelect,
  onSelectAll,
  onOpen,
  hrefOf,
  sorting,
  onSort,
}: {
  label: string
  rows: readonly Row[]
  columns: readonly TableColumn<Row>[]
  chosenColumns: readonly string[] | null
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  active: number
  selected: ReadonlySet<string>
  isSelectable: boolean
  /** They are those of other filters, until the new ones come. */
  isStale: boolean
  onSelect: (row: Row) => void
  onSelectAll: () => void
  /** Opens a row here; without it a row is all that there is. */
  onOpen?: (row: Row) => void
  /** Where a row leads instead. */
  hrefOf?: (row: Row) => string
  /** How it is sorted, where columns say by what. */
  sorting?: TableSorting
  onSort?: (next: TableSorting) => void
}) {
  const density = useDensity()
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, cell }): ColumnDef<typeof features, RowData> => ({
        id,
        header,
        cell: ({ row }) => cell(row.original as Row),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows as RowData[],
    getRowId: (row) => idOf(row as Row),
    state: {
      columnVisibility: Object.fromEntries(
        columns.map(({ id, isExtra }) => [id, chosenColumns ? chosenColumns.includes(id) : !isExtra]),
      ),
      rowSelection: Object.fromEntries([...selected].map((id) => [id, true as const])),
    },
  })
  const aligned = new Map(columns.map(({ id, align, width, sort }) => [id, { align, width, sort }]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys where it is wider than the screen
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table
        className={styles.table}
        data-compact={isCompact(density) || undefined}
        data-stale={isStale || undefined}
      >
        <thead>
          <tr>
            {isSelectable && (
              <th className={styles.check}>
                <Checkbox
                  size="xs"
                  aria-label={m.table_select_all()}
                  checked={table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected()}
                  onChange={onSelectAll}
                />
              </th>
            )}
            {table.getHeaderGroups().flatMap(({ headers }) =>
              headers.map((header) => (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its label is drawn by the table
                <th
                  key={header.id}
                  scope="col"
                  data-align={aligned.get(header.column.id)?.align}
                  style={{ width: aligned.get(header.column.id)?.width }}
                  aria-sort={ariaSort(aligned.get(header.column.id)?.sort, sorting)}
                >
                  <Sorter by={aligned.get(header.column.id)?.sort} sorting={sorting} onSort={onSort}>
                    <table.FlexRender header={header} />
                  </Sorter>
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row, index) => (
            <tr
              key={row.id}
              data-row={index}
              data-active={index === active || undefined}
              data-selected={row.getIsSelected() || undefined}
              onClick={(event) => {
                // What is pressed inside the row does what it says, and a text that is marked opens nothing.
                if ((event.target as Element).closest('a,button,input,label')) return
                if (getSelection()?.isCollapsed === false) return
                onOpen?.(row.original as Row)
              }}
            >
              {isSelectable && (
                <td className={styles.check}>
                  <Checkbox
                    size="xs"
                    aria-label={m.table_select_row({ name: nameOf(row.original as Row) })}
                    checked={row.getIsSelected()}
                    onChange={() => onSelect(row.original as Row)}
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell, at) =>
                at > 0 ? (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- no control, and what it says is drawn by the table
                  <td key={cell.id} data-align={aligned.get(cell.column.id)?.align}>
                    <table.FlexRender cell={cell} />
                  </td>
                ) : (
                  // What a row is of, and by what it is opened without a mouse: its first cell.
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the same
                  <th key={cell.id} scope="row" data-align={aligned.get(cell.column.id)?.align}>
                    <Opener
                      href={hrefOf?.(row.original as Row)}
                      onOpen={onOpen && (() => onOpen(row.original as Row))}
                    >
                      <table.FlexRender cell={cell} />
                    </Opener>
                  </th>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A heading by which the list is sorted: the most first, pressed again the least. */
function Sorter({
  by,
  sorting,
  onSort,
  children,
}: {
  by: string | undefined
  sorting: TableSorting | undefined
  onSort: ((next: TableSorting) => void) | undefined
  children: ReactNode
}) {
  if (by === undefined || !sorting || !onSort) return children
  const isBy = sorting.sort === by
  const order = isBy && sorting.order === 'desc' ? 'asc' : 'desc'
  return (
    <button type="button" className={styles.sorter} onClick={() => onSort({ sort: by, order })}>
      {children}
      <span aria-hidden>{isBy ? (sorting.order === 'desc' ? '\u00a0↓' : '\u00a0↑') : ''}</span>
    </button>
  )
}

function ariaSort(by: string | undefined, sorting: TableSorting | undefined) {
  if (by === undefined || !sorting) return undefined
  if (sorting.sort !== by) return 'none'
  return sorting.order === 'desc' ? 'descending' : 'ascending'
}

function Opener({ href, onOpen, children }: { href?: string; onOpen?: () => void; children: ReactNode }) {
  if (href !== undefined)
    return (
      <Link to={href} className={styles.opener}>
        {children}
      </Link>
    )
  if (!onOpen) return children
  return (
    <button type="button" className={styles.opener} onClick={onOpen}>
      {children}
    </button>
  )
}
