import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { listOperatedAnnouncements } from '#contracts/operator-announcements.endpoints.ts'
import type { OperatedAnnouncement } from '#contracts/operator-announcements.schemas.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { useMay } from '#console/platform/session.ts'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { AsSeen } from './as-seen.tsx'
import { audienceText, membersText } from './announcement-words.ts'
import { withdraw } from './withdraw.tsx'
import styles from './announcements.module.css'

/** What was said to members: to whom, when, and how many were reached. */
export default function Announcements() {
  const may = useMay()
  return (
    <>
      <ScreenHead title={m.shell_announcements()} summary={m.announcements_lead()}>
        {may('announcement.send') && (
          <Button component={Link} to={screenHref('newAnnouncement')}>
            {m.announcements_new()}
          </Button>
        )}
      </ScreenHead>
      <DataTable
        label={m.shell_announcements()}
        source={source}
        columns={columns}
        filters={filters}
        acts={acts}
        idOf={({ id }) => id}
        nameOf={({ title }) => title}
        detail={(row, buttons) => <AnnouncementDetail row={row} acts={buttons} />}
        empty={m.announcements_empty()}
      />
    </>
  )
}

const acts = [withdraw]

function AnnouncementDetail({ row, acts: buttons }: { row: OperatedAnnouncement; acts: ReactNode }) {
  const { title, body, path, campaign, author, createdAt, notified, state, withdrawn } = row
  return (
    <Detail
      heading={<bdi>{title}</bdi>}
      lead={`${audienceText(campaign)} · ${stateNames[state]()}`}
      acts={buttons}
    >
      <AsSeen title={title} body={body} />
      <Facts
        facts={[
          [m.announcements_reached(), membersText(notified)],
          [m.announcements_opens(), <code key="path">{path}</code>],
          [
            m.announcements_campaign(),
            campaign && (
              <Link key="campaign" to={screenHref('campaign', { id: campaign.id })}>
                <bdi>{campaign.title}</bdi>
              </Link>
            ),
          ],
          [m.announcements_sent(), m.announcements_by({ author, time: formatDateTime(createdAt) })],
          [
            m.announcements_withdrawn(),
            withdrawn && m.announcements_by({ author: withdrawn.by, time: formatDateTime(withdrawn.at) }),
          ],
        ]}
      />
    </Detail>
  )
}

type State = OperatedAnnouncement['state']

const stateNames: Record<State, () => string> = {
  sending: m.announcements_state_sending,
  sent: m.announcements_state_sent,
  withdrawn: m.announcements_withdrawn,
}

const stateTones = { sending: 'warn', sent: 'good', withdrawn: 'plain' } as const

const filters: readonly TableFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: m.announcements_state(),
    options: (Object.keys(stateNames) as State[]).map((value) => ({ value, label: stateNames[value]() })),
  },
]

const source: TableSource<OperatedAnnouncement> = {
  key: 'announcements',
  page: async ({ filters: narrowed, cursor, limit, signal }) =>
    await call(listOperatedAnnouncements, { query: { ...narrowed, cursor, limit }, signal }),
}

const columns: TableColumn<OperatedAnnouncement>[] = [
  {
    id: 'title',
    header: m.announcements_title(),
    cell: ({ title }) => (
      <b>
        <bdi>{title}</bdi>
      </b>
    ),
    csv: ({ title }) => title,
  },
  {
    id: 'to',
    header: m.announcements_to(),
    cell: ({ campaign }) => <bdi>{audienceText(campaign)}</bdi>,
    csv: ({ campaign }) => campaign?.title ?? '',
  },
  {
    id: 'state',
    header: m.announcements_state(),
    cell: ({ state }) => <Pill tone={stateTones[state]}>{stateNames[state]()}</Pill>,
    csv: ({ state }) => state,
  },
  {
    id: 'reached',
    header: m.announcements_reached(),
    align: 'end',
    cell: ({ notified }) => formatNumber(notified),
    csv: ({ notified }) => notified,
  },
  {
    id: 'by',
    header: m.announcements_author(),
    cell: ({ author }) => author,
    csv: ({ author }) => author,
  },
  {
    id: 'at',
    header: m.announcements_sent(),
    align: 'end',
    cell: ({ createdAt }) => <span className={styles.line}>{formatDateTime(createdAt)}</span>,
    csv: ({ createdAt }) => createdAt,
  },
]
