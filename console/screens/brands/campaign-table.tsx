import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { listOperatedCampaigns } from '#contracts/operator-campaigns.endpoints.ts'
import type { OperatedCampaign } from '#contracts/operator-campaigns.schemas.ts'
import { listOperatedCategories } from '#contracts/operator-categories.endpoints.ts'
import { CAMPAIGN_STATES } from '#rules/campaign-state.ts'
import { call } from '#console/platform/api.ts'
import { formatDate, formatNumber, formatUsd } from '#console/ui/format.ts'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource, TableView } from '#console/ui/table/table-source.ts'
import styles from './brands.module.css'
import { moveAct } from './campaign-acts.tsx'
import { CampaignStatePills, payWords, stateNames } from './campaign-words.tsx'

/** Campaigns, the newest first: all, or those of a brand (its slug). */
export function CampaignTable({ brand, empty }: { brand?: string; empty: string }) {
  const source = useMemo(
    (): TableSource<OperatedCampaign> => ({
      key: brand === undefined ? 'campaigns' : `campaigns-${brand}`,
      page: async ({ filters, cursor, limit, signal }) =>
        await call(listOperatedCampaigns, { query: { ...filters, brand, cursor, limit }, signal }),
    }),
    [brand],
  )
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => await call(listOperatedCategories, { signal }),
  })
  const filters = useMemo(
    () => filtersOf(categories.data?.items.map(({ slug, shown }) => ({ value: slug, label: shown.en.name }))),
    [categories.data],
  )
  const fileOf = useMemo((): Record<string, string> => (brand === undefined ? {} : { brand }), [brand])
  return (
    <DataTable
      label={m.shell_campaigns()}
      source={source}
      columns={brand === undefined ? columns : ownColumns}
      filters={filters}
      fileByJob="campaigns"
      fileOf={fileOf}
      views={views}
      acts={acts}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      hrefOf={({ id }) => `/${consoleRoutes.campaigns}/${id}`}
      sumOf={(rows) => formatUsd(rows.reduce((sum, { left }) => sum + (left.usdCents ?? 0), 0))}
      empty={empty}
    />
  )
}

const acts = [moveAct('pause'), moveAct('resume')]

const columns: TableColumn<OperatedCampaign>[] = [
  {
    id: 'title',
    header: m.campaigns_campaign(),
    cell: ({ title }) => (
      <b>
        <bdi>{title}</bdi>
      </b>
    ),
    csv: ({ title }) => title,
  },
  {
    id: 'brand',
    header: m.campaigns_brand(),
    cell: ({ brand }) => <bdi>{brand.name}</bdi>,
    csv: ({ brand }) => brand.slug,
  },
  {
    id: 'state',
    header: m.campaigns_state(),
    cell: (campaign) => <CampaignStatePills campaign={campaign} />,
    csv: ({ state }) => state,
  },
  ...(['budget', 'spent', 'left'] as const).map((part): TableColumn<OperatedCampaign> => ({
    id: part,
    header: { budget: m.campaigns_budget, spent: m.campaigns_spent, left: m.campaigns_left }[part](),
    align: 'end',
    cell: (campaign) => formatUsd(campaign[part].usdCents),
    csv: ({ [part]: { usdCents } }) => usdCents && usdCents / 100,
  })),
  {
    id: 'members',
    header: m.campaigns_members(),
    align: 'end',
    cell: ({ members }) => formatNumber(members),
    csv: ({ members }) => members,
  },
  {
    id: 'pays',
    header: m.campaigns_pays(),
    cell: ({ cost }) => <span className={styles.line}>{payWords(cost)}</span>,
    csv: ({ cost }) => payWords(cost),
  },
  {
    id: 'applicants',
    header: m.campaigns_applicants(),
    align: 'end',
    cell: ({ applicants }) => formatNumber(applicants),
    csv: ({ applicants }) => applicants,
    isExtra: true,
  },
  {
    id: 'category',
    header: m.campaigns_category(),
    cell: ({ category }) => category.name,
    csv: ({ category }) => category.slug,
    isExtra: true,
  },
  {
    id: 'starts',
    header: m.campaigns_starts(),
    align: 'end',
    cell: ({ startsAt }) => formatDate(startsAt),
    csv: ({ startsAt }) => startsAt,
  },
  {
    id: 'ends',
    header: m.campaigns_ends(),
    align: 'end',
    cell: ({ endsAt }) => (endsAt === null ? m.campaigns_no_end() : formatDate(endsAt)),
    csv: ({ endsAt }) => endsAt,
    isExtra: true,
  },
  {
    id: 'id',
    header: m.campaigns_id(),
    cell: ({ id }) => <code>{id}</code>,
    csv: ({ id }) => id,
    isExtra: true,
  },
]

const ownColumns = columns.filter(({ id }) => id !== 'brand')

const filtersOf = (categories: { value: string; label: string }[] = []): TableFilter[] => [
  { kind: 'text', name: 'q', label: m.campaigns_find() },
  { kind: 'choice', name: 'category', label: m.campaigns_category(), options: categories },
  {
    kind: 'choice',
    name: 'state',
    label: m.campaigns_state(),
    options: CAMPAIGN_STATES.map((state) => ({ value: state, label: stateNames[state]() })),
  },
]

const views: TableView[] = [
  { name: m.campaigns_running(), filters: { state: 'active' } },
  { name: m.campaigns_spent_view(), filters: { state: 'exhausted' } },
  { name: m.campaigns_drafts(), filters: { state: 'draft' } },
]
