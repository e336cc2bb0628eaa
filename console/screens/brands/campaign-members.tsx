import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { m } from '#console-messages'
import { listCampaignMembers } from '#contracts/operator-campaign-members.endpoints.ts'
import type { CampaignMember } from '#contracts/operator-campaign-members.schemas.ts'
import { getOperatedCampaign } from '#contracts/operator-campaigns.endpoints.ts'
import { ENROLMENT_STATES } from '#rules/enrolment-state.ts'
import { call } from '#console/platform/api.ts'
import { MemberLink } from '#console/platform/member-link.tsx'
import { screenHref } from '#console/platform/screen-href.ts'
import { formatCrels, formatDate, formatNumber } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'

/** Who is in a campaign, or was, or asked to be: since when, and what each earned in it. */
export default function CampaignMembers() {
  const { id } = useParams() as { id: string }
  const campaign = useQuery({
    queryKey: ['campaign', id],
    queryFn: async ({ signal }) => await call(getOperatedCampaign, { params: { id }, signal }),
  })
  const source = useMemo(
    (): TableSource<CampaignMember> => ({
      key: `campaign-members-${id}`,
      fileName: 'campaign-members',
      page: async ({ filters, cursor, limit, signal }) =>
        await call(listCampaignMembers, { params: { id }, query: { ...filters, cursor, limit }, signal }),
    }),
    [id],
  )
  const fileOf = useMemo(() => ({ campaign: id }), [id])
  return (
    <>
      <ScreenHead
        title={m.shell_campaign_members()}
        summary={
          campaign.data && (
            <Link to={screenHref('campaign', { id })}>
              <bdi>{`${campaign.data.brand.name} · ${campaign.data.title}`}</bdi>
            </Link>
          )
        }
      />
      <DataTable
        label={m.shell_campaign_members()}
        source={source}
        columns={columns}
        filters={filters}
        idOf={(row) => row.id}
        nameOf={nameOf}
        fileByJob="campaign-members"
        fileOf={fileOf}
      />
    </>
  )
}

/** What a member is called: who gave no name by their uid. */
function nameOf({ member }: CampaignMember): string {
  return member === null ? m.campaigns_member_left() : (member.name ?? member.uid)
}

const stateNames: Record<CampaignMember['state'], () => string> = {
  applied: m.campaigns_member_applied,
  active: m.campaigns_member_active,
  declined: m.campaigns_member_declined,
  left: m.campaigns_member_gone,
  removed: m.campaigns_member_removed,
}

const stateTones = {
  applied: 'warn',
  active: 'good',
  declined: 'plain',
  left: 'plain',
  removed: 'bad',
} as const

const filters: readonly TableFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: m.campaigns_member_state(),
    fallback: 'active',
    options: ENROLMENT_STATES.map((state) => ({ value: state, label: stateNames[state]() })),
  },
]

const columns: TableColumn<CampaignMember>[] = [
  {
    id: 'member',
    header: m.campaigns_member(),
    cell: (row) => (
      <b>
        {row.member === null ? (
          m.campaigns_member_left()
        ) : (
          <MemberLink uid={row.member.uid} name={nameOf(row)} left={m.campaigns_member_left()} />
        )}
      </b>
    ),
    csv: ({ member }) => member?.uid,
  },
  {
    id: 'enrolment',
    header: m.campaigns_member_enrolment(),
    cell: ({ id }) => <code>{id}</code>,
    csv: ({ id }) => id,
    isExtra: true,
  },
  {
    id: 'state',
    header: m.campaigns_member_state(),
    cell: ({ state }) => <Pill tone={stateTones[state]}>{stateNames[state]()}</Pill>,
    csv: ({ state }) => state,
  },
  {
    id: 'since',
    header: m.campaigns_member_since(),
    cell: ({ joinedAt }) => (joinedAt === null ? m.campaigns_member_never() : formatDate(joinedAt)),
    csv: ({ joinedAt }) => joinedAt,
  },
  {
    id: 'applied',
    header: m.campaigns_member_applied_at(),
    cell: ({ appliedAt }) => formatDate(appliedAt),
    csv: ({ appliedAt }) => appliedAt,
    isExtra: true,
  },
  {
    id: 'earned',
    header: m.campaigns_member_earned(),
    align: 'end',
    cell: ({ earnedCrels }) => <b>{formatCrels(earnedCrels)}</b>,
    csv: ({ earnedCrels }) => earnedCrels,
  },
  {
    id: 'links',
    header: m.campaigns_member_links(),
    align: 'end',
    cell: ({ links }) => formatNumber(links),
    csv: ({ links }) => links,
  },
]
