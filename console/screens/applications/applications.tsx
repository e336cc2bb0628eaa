import { m } from '#console-messages'
import {
  getOperatedApplication,
  listOperatedApplications,
} from '#contracts/operator-applications.endpoints.ts'
import type { OperatedApplication } from '#contracts/operator-applications.schemas.ts'
import { call } from '#console/platform/api.ts'
import { CampaignFilter } from '#console/platform/campaign-choice.tsx'
import { useQueue } from '#console/platform/use-queue.tsx'
import { formatAge, formatDateTime, formatNumber } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { applicationActs, campaignsOf } from './application-acts.tsx'
import { ApplicationDetail } from './application-detail.tsx'
import { HistoryStrip } from './history-strip.tsx'

/** Applications to all campaigns, the longest wait first, with who applies. */
export default function Applications() {
  const { summary } = useQueue('applications', {
    waiting: ({ count, oldestAt }) =>
      m.applications_waiting({ count: formatNumber(count), age: formatAge(oldestAt!) }),
    none: m.applications_none_waiting(),
  })
  return (
    <>
      <ScreenHead title={m.shell_applications()} summary={summary} />
      <DataTable
        label={m.shell_applications()}
        source={source}
        columns={columns}
        filters={filters}
        fileByJob="applications"
        acts={applicationActs}
        idOf={({ id }) => id}
        nameOf={({ member, campaign }) => `${member.name ?? member.uid}, ${campaign.title}`}
        sumOf={campaignsOf}
        detail={(row, acts) => <ApplicationDetail row={row} acts={acts} />}
        empty={m.applications_empty()}
      />
    </>
  )
}

const source: TableSource<OperatedApplication> = {
  key: 'applications',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listOperatedApplications, { query: { ...filters, cursor, limit }, signal }),
  one: async (id, signal) => await call(getOperatedApplication, { params: { id }, signal }),
}

const columns: TableColumn<OperatedApplication>[] = [
  {
    id: 'member',
    header: m.applications_member(),
    cell: ({ member }) => (
      <b>
        <bdi>{member.name ?? member.email}</bdi>
      </b>
    ),
    csv: ({ member }) => member.name,
  },
  {
    id: 'email',
    header: m.applications_email(),
    cell: ({ member }) => member.email,
    csv: ({ member }) => member.email,
    isExtra: true,
  },
  {
    id: 'campaign',
    header: m.applications_campaign(),
    cell: ({ campaign }) => `${campaign.brand} · ${campaign.title}`,
    csv: ({ campaign }) => `${campaign.brand} · ${campaign.title}`,
  },
  {
    id: 'channels',
    header: m.applications_channels(),
    cell: ({ member }) =>
      member.channels.map(({ platform }) => platform).join(', ') || m.applications_no_channels(),
    csv: ({ member }) => member.channels.map(({ address }) => address).join(' '),
  },
  {
    id: 'country',
    header: m.applications_country(),
    cell: ({ member }) => member.country,
    csv: ({ member }) => member.country,
    isExtra: true,
  },
  {
    id: 'history',
    header: m.applications_history(),
    cell: (row) => <HistoryStrip row={row} />,
    csv: ({ history }) => history.accepted,
  },
  {
    id: 'age',
    header: m.applications_age(),
    align: 'end',
    cell: ({ appliedAt }) => (
      <time dateTime={appliedAt} title={formatDateTime(appliedAt)}>
        {formatAge(appliedAt)}
      </time>
    ),
    csv: ({ appliedAt }) => appliedAt,
  },
]

const filters: TableFilter[] = [
  { kind: 'chosen', name: 'campaignId', label: m.applications_campaign(), Choice: CampaignFilter },
  { kind: 'text', name: 'uid', label: m.applications_filter_member() },
]
