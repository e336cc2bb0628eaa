import { Button, Checkbox, Menu, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState, type RefObject } from 'react'
import { m } from '#console-messages'
import type { ExportList } from '#contracts/operator-desk.constants.ts'
import { changeDensity, useDensity } from './density.ts'
import { useSingleKeys } from './single-keys.ts'
import { ExportJobButton } from './export-job-button.tsx'
import { ExportButton } from './export-button.tsx'
import type { TableAddress } from './table-address.ts'
import {
  listOf,
  type TableColumn,
  type TableFilter,
  type TableSource,
  type TableView,
} from './table-source.ts'
import { ViewsMenu } from './views-menu.tsx'
import styles from './data-table.module.css'

/** Above a list: what narrows and orders it, its views, its columns, and its file. */
export function TableToolbar<Row>({
  source,
  columns,
  filters,
  views,
  address,
  searchRef,
  onHelp,
  fileByJob,
  fileOf,
}: {
  source: TableSource<Row>
  columns: readonly TableColumn<Row>[]
  filters: readonly TableFilter[]
  views?: readonly TableView[]
  address: TableAddress
  searchRef: RefObject<HTMLInputElement | null>
  onHelp: () => void
  /** The list of which a job makes a file, by the same filters. */
  fileByJob?: ExportList
  /** What the file is narrowed by beside them, such as the run whose payments these are. */
  fileOf?: Readonly<Record<string, string>>
}) {
  const hasKeys = useSingleKeys()
  const firstText = filters.find(({ kind }) => kind === 'text')?.name
  return (
    <div className={styles.toolbar} role="search">
      {filters.map((filter) =>
        filter.kind === 'choice' ? (
          <NativeSelect
            key={filter.name}
            size="xs"
            aria-label={filter.label}
            value={address.filters[filter.name] ?? filter.fallback ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget
              address.setFilter(filter.name, value === (filter.fallback ?? '') ? null : value)
            }}
            data={[
              ...(filter.fallback === undefined
                ? [{ value: '', label: `${filter.label}: ${m.table_any()}` }]
                : []),
              ...filter.options,
            ]}
          />
        ) : filter.kind === 'date' ? (
          <TextInput
            key={filter.name}
            size="xs"
            type="date"
            aria-label={filter.label}
            title={filter.label}
            value={address.filters[filter.name] ?? ''}
            onChange={(event) => address.setFilter(filter.name, event.currentTarget.value)}
          />
        ) : filter.kind === 'chosen' ? (
          <filter.Choice
            key={filter.name}
            label={filter.label}
            value={address.filters[filter.name] ?? null}
            onChange={(id) => address.setFilter(filter.name, id)}
          />
        ) : (
          <TextFilter
            key={filter.name}
            filter={filter}
            address={address}
            inputRef={filter.name === firstText ? searchRef : undefined}
          />
        ),
      )}
      <span className={styles.tools}>
        <ViewsMenu table={listOf(source)} views={views} address={address} />
        <ColumnsMenu columns={columns} address={address} />
        {fileByJob && (
          <ExportJobButton list={fileByJob} filters={{ ...narrowing(filters, address), ...fileOf }} />
        )}
        <ExportButton
          list={listOf(source)}
          source={source}
          columns={columns}
          filters={address.filters}
          recorded={{ ...chosenOnly(filters, narrowing(filters, address)), ...fileOf }}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={onHelp}
          aria-keyshortcuts={hasKeys ? '?' : undefined}
        >
          {m.shell_keys()}
        </Button>
      </span>
    </div>
  )
}

/** What narrows the rows that are shown, also where the address says nothing of it. */
function narrowing(
  filters: readonly TableFilter[],
  { filters: given }: Pick<TableAddress, 'filters'>,
): Record<string, string> {
  return Object.fromEntries(
    filters.flatMap((filter): [string, string][] => {
      const isChoice = filter.kind === 'choice'
      const value = given[filter.name] ?? (isChoice ? filter.fallback : undefined)
      return value === undefined || value === '' || (isChoice && filter.isNoNarrowing)
        ? []
        : [[filter.name, value]]
    }),
  )
}

/** Filters as the log of acts has them, for good: of what was typed that it was. */
function chosenOnly(
  filters: readonly TableFilter[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const typed = new Set(filters.filter(({ kind }) => kind === 'text').map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typed.has(name) ? 'typed' : value]),
  )
}

function TextFilter({
  filter: { name, label },
  address,
  inputRef,
}: {
  filter: Extract<TableFilter, { kind: 'text' }>
  address: TableAddress
  /** Of the one that is reached by a key. */
  inputRef?: RefObject<HTMLInputElement | null>
}) {
  const kept = address.filters[name] ?? ''
  const [text, setText] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const [sent, setSent] = useState(kept)
  if (seen !== kept) {
    setSeen(kept)
    // Where the address changed by another way, as by a view; what was typed since it was searched for stays.
    if (kept !== sent) setText(kept)
  }
  const search = useDebouncedCallback((value: string) => {
    setSent(value.trim())
    address.setFilter(name, value.trim())
  }, 250)
  return (
    <TextInput
      ref={inputRef}
      size="xs"
      aria-label={label}
      placeholder={label}
      value={text}
      className={styles.text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

function ColumnsMenu<Row>({
  columns,
  address,
}: {
  columns: readonly TableColumn<Row>[]
  address: TableAddress
}) {
  const density = useDensity()
  const usual = columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id)
  const shown = address.columns ?? usual
  const toggle = (id: string) => {
    const next = columns
      .map((column) => column.id)
      .filter((one) => (one === id ? !shown.includes(one) : shown.includes(one)))
    if (next.length === 0) return
    address.setColumns(next.join() === usual.join() ? null : next)
  }
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle">
          {m.table_columns()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, header }) => (
          <Menu.Item
            key={id}
            role="menuitemcheckbox"
            aria-checked={shown.includes(id)}
            leftSection={<Checkbox.Indicator size="xs" checked={shown.includes(id)} />}
            onClick={() => toggle(id)}
          >
            {header}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => changeDensity(density === 'compact' ? 'comfortable' : 'compact')}>
          {density === 'compact' ? m.table_comfortable() : m.table_compact()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
