import { useMemo } from 'react'
import { m } from '#console-messages'
import { screenHref } from '#console/platform/screen-href.ts'
import type { InsightSort } from '#contracts/operator-insight.constants.ts'
import { listInsightCampaigns } from '#contracts/operator-insight.endpoints.ts'
import type { InsightCampaign } from '#contracts/operator-insight.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import type { AskedPeriod } from './use-period.ts'
import styles from './insight.module.css'

/** The period by campaign: every one in which something happened, and those that run. */
export function ByCampaign({ asked: { from, to, zone } }: { asked: AskedPeriod }) {
  const source = useMemo(
    (): TableSource<InsightCampaign> => ({
      key: `insight-campaigns ${from} ${to} ${zone}`,
      fileName: `insight-campaigns-${from}-${to}`,
      page: async ({ filters, cursor, limit, signal }) =>
        await call(listInsightCampaigns, { query: { from, to, zone, ...filters, cursor, limit }, signal }),
    }),
    [from, to, zone],
  )
  return (
    <div>
      <h2 className={styles.title}>{m.insight_by_campaign()}</h2>
      <DataTable
        label={m.insight_by_campaign()}
        source={source}
        columns={columns}
        idOf={({ campaign }) => campaign.id}
        nameOf={({ campaign }) => campaign.title}
        hrefOf={({ campaign }) => screenHref('campaign', { id: campaign.id })}
        sorting={sorting}
        empty={m.insight_by_campaign_empty()}
      />
    </div>
  )
}

const sorting = { sort: 'crels', order: 'desc' } as const

function count(
  id: InsightSort,
  header: string,
  value: (row: InsightCampaign) => number,
  isExtra?: true,
): TableColumn<InsightCampaign> {
  return {
    id,
    header,
    sort: id,
    align: 'end',
    ...(isExtra && { isExtra }),
    cell: (row) => formatNumber(value(row)),
    csv: value,
  }
}

function dollars(
  id: string,
  sort: InsightSort,
  header: string,
  value: (row: InsightCampaign) => number | null,
): TableColumn<InsightCampaign> {
  return {
    id,
    header,
    sort,
    align: 'end',
    cell: (row) => formatUsd(value(row)),
    csv: (row) => {
      const usdCents = value(row)
      return usdCents === null ? null : usdCents / 100
    },
  }
}

const columns: TableColumn<InsightCampaign>[] = [
  {
    id: 'campaign',
    header: m.insight_campaign(),
    sort: 'title',
    cell: ({ campaign: { title, brand } }) => (
      <>
        <b>
          <bdi>{title}</bdi>
        </b>{' '}
        <bdi>{brand}</bdi>
      </>
    ),
    csv: ({ campaign }) => campaign.title,
  },
  {
    id: 'brand',
    header: m.insight_brand(),
    isExtra: true,
    cell: ({ campaign }) => campaign.brand,
    csv: ({ campaign }) => campaign.brand,
  },
  {
    id: 'state',
    header: m.insight_state(),
    isExtra: true,
    cell: ({ state }) => state,
    csv: ({ state }) => state,
  },
  count('clicks', m.insight_clicks(), ({ clicks }) => clicks),
  count('refusedClicks', m.insight_refused(), ({ refusedClicks }) => refusedClicks, true),
  count('accepted', m.insight_accepted(), ({ accepted }) => accepted),
  count('rejected', m.insight_rejected(), ({ rejected }) => rejected, true),
  count('reversed', m.insight_reversed(), ({ reversed }) => reversed, true),
  count('underReview', m.insight_under_review(), ({ underReview }) => underReview, true),
  dollars('sales', 'sales', m.insight_sales(), ({ salesUsdCents }) => salesUsdCents),
  count('crels', m.insight_crels(), ({ crels }) => crels),
  dollars('usd', 'usd', m.insight_usd(), ({ usdCents }) => usdCents),
  dollars('cost', 'cost', m.insight_cost_each(), ({ costUsdCents }) => costUsdCents),
  count('budgetLeft', m.insight_budget_left(), ({ budgetLeftCrels }) => budgetLeftCrels),
]
