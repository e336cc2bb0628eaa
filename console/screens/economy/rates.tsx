import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { m } from '#console-messages'
import { listRates } from '#contracts/operator-economy.endpoints.ts'
import type { RateView } from '#contracts/operator-economy.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatDateTime } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import { exchangeNow, rateAgain } from './rate-proposal.tsx'

/** Every rate that crels had, the newest first; one of before is proposed again. */
export default function Rates() {
  const { data: now } = useQuery(exchangeNow)
  const acts = useMemo(() => (now ? [rateAgain(now)] : []), [now])
  return (
    <>
      <ScreenHead title={m.shell_rates()} summary={now && m.economy_rate_is({ rate: now.usdToCrels })} />
      <DataTable
        label={m.shell_rates()}
        source={source}
        columns={columns}
        acts={acts}
        idOf={({ id }) => String(id)}
        nameOf={({ usdToCrels, setAt }) =>
          `${m.economy_rate_is({ rate: usdToCrels })}, ${formatDateTime(setAt)}`
        }
        empty={m.economy_rates_empty()}
      />
    </>
  )
}

const source: TableSource<RateView> = {
  key: 'rates',
  page: async ({ cursor, limit, signal }) => await call(listRates, { query: { cursor, limit }, signal }),
}

const columns: TableColumn<RateView>[] = [
  {
    id: 'rate',
    header: m.economy_rate_new(),
    cell: ({ usdToCrels }) => <b>{usdToCrels}</b>,
    csv: ({ usdToCrels }) => usdToCrels,
  },
  {
    id: 'author',
    header: m.economy_author(),
    cell: ({ author }) => <bdi>{author}</bdi>,
    csv: ({ author }) => author,
  },
  { id: 'reason', header: m.economy_reason(), cell: ({ reason }) => reason, csv: ({ reason }) => reason },
  {
    id: 'time',
    header: m.economy_time(),
    align: 'end',
    cell: ({ setAt }) => formatDateTime(setAt),
    csv: ({ setAt }) => setAt,
  },
]
