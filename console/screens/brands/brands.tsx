import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { listOperatedBrands } from '#contracts/operator-brands.endpoints.ts'
import type { OperatedBrand } from '#contracts/operator-brands.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { formatDate, formatNumber } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { brandActs } from './brand-acts.tsx'
import { BrandTile } from './brand-tile.tsx'
import layout from '#console/ui/layout.module.css'
import { NewBrandDialog } from './new-brand-dialog.tsx'

/** Brands, the newest first. */
export default function Brands() {
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  return (
    <>
      <ScreenHead title={m.shell_brands()}>
        {may('brand.create') && <Button onClick={dialog.open}>{m.brands_new()}</Button>}
      </ScreenHead>
      <DataTable
        label={m.shell_brands()}
        source={source}
        columns={columns}
        filters={filters}
        acts={brandActs}
        idOf={({ slug }) => slug}
        nameOf={({ name }) => name}
        hrefOf={({ slug }) => `/${consoleRoutes.brands}/${slug}`}
        empty={m.brands_empty()}
      />
      <NewBrandDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}

const source: TableSource<OperatedBrand> = {
  key: 'brands',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listOperatedBrands, { query: { ...filters, cursor, limit }, signal }),
}

/** Whether a brand is suspended, and whether it is of the demo. */
export function BrandState({ brand: { state, isDemo } }: { brand: OperatedBrand }) {
  return (
    <Pills>
      <Pill tone={state === 'active' ? 'good' : 'bad'}>
        {state === 'active' ? m.brands_active() : m.brands_suspended()}
      </Pill>
      {isDemo && <Pill>{m.brands_demo()}</Pill>}
    </Pills>
  )
}

const columns: TableColumn<OperatedBrand>[] = [
  {
    id: 'name',
    header: m.brands_brand(),
    cell: (brand) => (
      <span className={layout.named}>
        <BrandTile brand={brand} /> <bdi>{brand.name}</bdi>
      </span>
    ),
    csv: ({ name }) => name,
  },
  { id: 'slug', header: m.brands_slug(), cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  {
    id: 'state',
    header: m.brands_state(),
    cell: (brand) => <BrandState brand={brand} />,
    csv: ({ state }) => state,
  },
  ...(['campaigns', 'members', 'keys'] as const).map((count): TableColumn<OperatedBrand> => ({
    id: count,
    header: { campaigns: m.brands_campaigns, members: m.brands_members, keys: m.brands_keys }[count](),
    align: 'end',
    cell: (brand) => formatNumber(brand[count]),
    csv: (brand) => brand[count],
  })),
  {
    id: 'since',
    header: m.brands_since(),
    align: 'end',
    cell: ({ createdAt }) => formatDate(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
  {
    id: 'website',
    header: m.brands_site(),
    cell: ({ website }) => website,
    csv: ({ website }) => website,
    isExtra: true,
  },
]

const filters: TableFilter[] = [
  { kind: 'text', name: 'q', label: m.brands_find() },
  {
    kind: 'choice',
    name: 'state',
    label: m.brands_state(),
    options: [
      { value: 'active', label: m.brands_active() },
      { value: 'suspended', label: m.brands_suspended() },
    ],
  },
]
