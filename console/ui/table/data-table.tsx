import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import type { ExportList } from '#contracts/operator-desk.constants.ts'
import { useMay } from '#console/platform/session.ts'
import { formatNumber } from '../format.ts'
import { FailureState, LoadingState } from '../states.tsx'
import { ActButtons } from './act-buttons.tsx'
import { ActDialog } from './act-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { NoRows, sortingNames } from './no-rows.tsx'
import type { RowAct } from './row-act.ts'
import { RowsTable } from './rows-table.tsx'
import { StaleRows } from './stale-rows.tsx'
import { useTableAddress } from './table-address.ts'
import { useTableKeys } from './table-keys.ts'
import type { TableColumn, TableFilter, TableSorting, TableSource, TableView } from './table-source.ts'
import { TableToolbar } from './table-toolbar.tsx'
import { useAsked } from './use-asked.ts'
import { useRows } from './use-rows.ts'
import { useShown } from './use-shown.ts'
import styles from './data-table.module.css'

export interface DataTableProps<Row> {
  /** What the list is called, for who does not see it. */
  label: string
  source: TableSource<Row>
  columns: readonly TableColumn<Row>[]
  filters?: readonly TableFilter[]
  views?: readonly TableView[]
  acts?: readonly RowAct<Row>[]
  idOf: (row: Row) => string
  /** What a row is called in a sentence. */
  nameOf: (row: Row) => string
  /** Where a row leads, in place of being open here. */
  hrefOf?: (row: Row) => string
  /** The row that is open, beside the list or above it. */
  detail?: (row: Row, acts: ReactNode) => ReactNode
  /** What the selected rows are together, after their number: `$2,844.00 · 2 creators`. */
  sumOf?: (rows: readonly Row[]) => string
  /** What is said where there is no row, and no filter hides one. */
  empty?: string
  /** How it is sorted where the address says nothing, if columns say by what. */
  sorting?: TableSorting
  /** The list of which a job makes a file, by the same filters. */
  fileByJob?: ExportList
  /** What the file is narrowed by beside them, such as the run whose payments these are. */
  fileOf?: Readonly<Record<string, string>>
}

/**
 * The one list of the console: rows by keyset pages, filters and views in the address, chosen columns, a cursor moved by
 * keys, acts on one row or many with an outcome for each, and a file of what is shown.
 */
export function DataTable<Row>({
  label,
  source,
  columns,
  filters = noFilters,
  views,
  acts = noActs as readonly RowAct<Row>[],
  idOf,
  nameOf,
  hrefOf,
  detail,
  sumOf,
  empty = m.table_empty(),
  sorting,
  fileByJob,
  fileOf,
}: DataTableProps<Row>) {
  const names = useMemo(
    () => [...filters.map(({ name }) => name), ...(sorting ? sortingNames : [])],
    [filters, sorting],
  )
  const address = useTableAddress(names)
  const { query, rows } = useRows(source, address.filters)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const readRows = async () => (await query.refetch()).data?.pages.flatMap(({ items }) => items) ?? []
  const { asked, begin, end, readAgain } = useAsked(source, { readRows, idOf })
  const [isHelpOpen, help] = useDisclosure(false)
  const search = useRef<HTMLInputElement>(null)
  const isWide = useMediaQuery('(min-width: 80em)', true) && detail !== undefined
  const may = useMay()
  const navigate = useNavigate()
  const allowed = acts.filter(({ permission }) => may(permission))

  // One row is shown, and the same is acted on by keys.
  const shown = useShown(source, { rows, query, address, idOf, canOpen: detail !== undefined })
  const current = shown.row
  const chosen = rows.filter((row) => selected.has(idOf(row)))

  const open = (row: Row) => {
    if (hrefOf) void navigate(hrefOf(row))
    else if (detail) address.setOpen(idOf(row))
  }
  const move = (by: number) => {
    const next = Math.max(0, Math.min(shown.at + by, rows.length - 1))
    if (shown.at + by >= rows.length && query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    shown.moveTo(next)
    document.querySelector(`[data-row="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const toggle = (row: Row | undefined) => {
    if (!row) return
    const next = new Set(selected)
    if (!next.delete(idOf(row))) next.add(idOf(row))
    setSelected(next)
  }
  const toggleAll = () =>
    setSelected(chosen.length === rows.length ? new Set() : new Set(rows.map((row) => idOf(row))))
  useTableKeys({
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => move(1),
    arrowup: () => move(-1),
    enter: () => current && open(current),
    x: () => toggle(rows[shown.at]),
    'shift+x': toggleAll,
    '/': () => search.current?.focus(),
    '?': help.open,
    escape: () => (selected.size > 0 ? setSelected(new Set()) : address.setOpen(null)),
    ...Object.fromEntries(
      allowed.flatMap((act) =>
        act.hotkey
          ? [[act.hotkey, () => begin(act, chosen.length > 0 ? chosen : current ? [current] : [])]]
          : [],
      ),
    ),
  })

  const panel =
    current && detail ? (
      <div key={idOf(current)}>
        {detail(current, <ActButtons acts={allowed} rows={[current]} onAct={begin} />)}
      </div>
    ) : null
  return (
    <div className={isWide ? styles.beside : undefined}>
      <div className={styles.card}>
        <TableToolbar
          source={source}
          columns={columns}
          filters={filters}
          views={views}
          address={address}
          searchRef={search}
          onHelp={help.open}
          fileByJob={fileByJob}
          fileOf={fileOf}
        />
        {query.isPending ? (
          <LoadingState />
        ) : query.isError && rows.length === 0 ? (
          <FailureState error={query.error} onRetry={() => void query.refetch()} />
        ) : rows.length === 0 ? (
          <NoRows empty={empty} address={address} />
        ) : (
          <>
            <StaleRows query={query} />
            <RowsTable
              label={label}
              rows={rows}
              columns={columns}
              chosenColumns={address.columns}
              idOf={idOf}
              nameOf={nameOf}
              active={shown.at}
              selected={selected}
              isSelectable={allowed.length > 0}
              isStale={query.isPlaceholderData}
              onSelect={toggle}
              onSelectAll={toggleAll}
              hrefOf={hrefOf}
              sorting={sorting && { ...sorting, ...address.filters }}
              onSort={(next) => address.setFilters({ ...address.filters, ...next })}
              onOpen={hrefOf || detail ? open : undefined}
            />
            <footer className={styles.foot}>
              <span>
                {query.hasNextPage
                  ? m.table_shown_more({ count: formatNumber(rows.length) })
                  : m.table_shown({ count: rows.length })}
              </span>
              {query.hasNextPage && (
                <Button
                  size="compact-sm"
                  variant="light"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {m.table_more()}
                </Button>
              )}
            </footer>
          </>
        )}
        {chosen.length > 0 && (
          <BulkBar count={chosen.length} sum={sumOf?.(chosen)} onClear={() => setSelected(new Set())}>
            <ActButtons acts={allowed} rows={chosen} onAct={begin} isDark />
          </BulkBar>
        )}
      </div>
      {detail && (
        <DetailsPanel opened={shown.opened} isWide={isWide} onClose={() => address.setOpen(null)}>
          {panel}
        </DetailsPanel>
      )}
      <ActDialog
        asked={asked}
        idOf={idOf}
        nameOf={nameOf}
        isOfList
        onRefused={readAgain}
        onClose={(done) => {
          end()
          if (done.length === 0) return
          const left = new Set(selected)
          for (const id of done) left.delete(id)
          setSelected(left)
          if (address.open !== null && done.includes(address.open)) address.setOpen(null)
        }}
      />
      <KeysDialog isOpen={isHelpOpen} onClose={help.close} acts={allowed} />
    </div>
  )
}

const noFilters: readonly TableFilter[] = []
const noActs: readonly RowAct<never>[] = []
