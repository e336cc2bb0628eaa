import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { listOperatedItems } from '#contracts/operator-shop.endpoints.ts'
import type { OperatedItem } from '#contracts/operator-shop.schemas.ts'
import { ITEM_KINDS, OPERATED_STATES } from '#rules/shop-item.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { formatDate, formatNumber } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { saleActs } from './item-acts.tsx'
import { ItemTile } from './item-tile.tsx'
import { kindNames, stateNames, stockText } from './item-words.ts'
import layout from '#console/ui/layout.module.css'

/** Items of the shop, the newest first. */
export default function Items() {
  const may = useMay()
  return (
    <>
      <ScreenHead title={m.shell_shop()}>
        {may('shop.add') && (
          <Button variant="light" component={Link} to={`/${consoleRoutes.newItem}`}>
            {m.shop_new()}
          </Button>
        )}
      </ScreenHead>
      <DataTable
        label={m.shell_shop()}
        source={source}
        columns={columns}
        filters={filters}
        acts={saleActs}
        idOf={({ slug }) => slug}
        nameOf={({ title }) => title}
        hrefOf={({ slug }) => `/${consoleRoutes.shop}/${slug}`}
        empty={m.shop_empty()}
      />
    </>
  )
}

const source: TableSource<OperatedItem> = {
  key: 'shop-items',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listOperatedItems, { query: { ...filters, cursor, limit }, signal }),
}

/** Whether an item can be bought, and whether it is of the demo. */
export function ItemState({ item: { state, isDemo } }: { item: OperatedItem }) {
  const tone = state === 'open' ? 'good' : state === 'sold_out' ? 'warn' : 'plain'
  return (
    <Pills>
      <Pill tone={tone}>{stateNames[state]()}</Pill>
      {isDemo && <Pill>{m.shop_demo()}</Pill>}
    </Pills>
  )
}

const columns: TableColumn<OperatedItem>[] = [
  {
    id: 'item',
    header: m.shop_item(),
    cell: (item) => (
      <span className={layout.named}>
        <ItemTile item={item} /> <bdi>{item.title}</bdi>
      </span>
    ),
    csv: ({ title }) => title,
  },
  {
    id: 'kind',
    header: m.shop_kind(),
    cell: ({ kind }) => kindNames[kind](),
    csv: ({ kind }) => kind,
  },
  {
    id: 'state',
    header: m.shop_state(),
    cell: (item) => <ItemState item={item} />,
    csv: ({ state }) => state,
  },
  {
    id: 'points',
    header: m.shop_price(),
    align: 'end',
    cell: ({ points }) => formatNumber(points),
    csv: ({ points }) => points,
  },
  {
    id: 'stock',
    header: m.shop_stock(),
    align: 'end',
    cell: ({ stock, restoredCodes }) =>
      restoredCodes > 0
        ? `${stockText(stock)} · ${m.shop_codes_restored({ shown: formatNumber(restoredCodes) })}`
        : stockText(stock),
    csv: ({ stock }) => stock,
  },
  ...(['sold', 'waiting', 'awaitedBy'] as const).map((count): TableColumn<OperatedItem> => ({
    id: count,
    header: { sold: m.shop_sold, waiting: m.shop_waiting, awaitedBy: m.shop_awaited }[count](),
    align: 'end',
    cell: (item) => formatNumber(item[count]),
    csv: (item) => item[count],
  })),
  { id: 'slug', header: m.shop_slug(), cell: ({ slug }) => slug, csv: ({ slug }) => slug, isExtra: true },
  {
    id: 'since',
    header: m.shop_since(),
    align: 'end',
    cell: ({ createdAt }) => formatDate(createdAt),
    csv: ({ createdAt }) => createdAt,
    isExtra: true,
  },
]

const filters: TableFilter[] = [
  { kind: 'text', name: 'q', label: m.shop_find() },
  {
    kind: 'choice',
    name: 'kind',
    label: m.shop_kind(),
    options: ITEM_KINDS.map((value) => ({ value, label: kindNames[value]() })),
  },
  {
    kind: 'choice',
    name: 'state',
    label: m.shop_state(),
    options: OPERATED_STATES.map((value) => ({ value, label: stateNames[value]() })),
  },
]
