import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { getRemovalReach, removeFromCampaign } from '#contracts/operator-campaign-removal.endpoints.ts'
import { listMemberCampaigns } from '#contracts/operator-members.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { ActButton, oneDone } from '#console/ui/act-button.tsx'
import { Line, Lines } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatCrels, formatDate, formatNumber } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { GrowingList } from './growing-list.tsx'
import { memberFiles } from './member-files.ts'
import { nameOf } from './member-name.ts'

type Campaign = OperatedMemberView['campaigns'][number]

/** Campaigns of a member, from which an operator can remove them. */
export function MemberCampaigns({ member }: { member: OperatedMemberView }) {
  const act = removal(member)
  return (
    <GrowingList
      member={member}
      list="campaigns"
      read={async (asked) => await call(listMemberCampaigns, asked)}
      heading={m.member_campaigns()}
      empty={m.member_campaigns_none()}
      file={memberFiles.campaigns}
    >
      {(rows) => (
        <Lines file={null}>
          {rows.map((row) => (
            <Line
              key={row.enrolmentId}
              name={
                <Link to={screenHref('campaign', { id: row.id })}>
                  <bdi>{row.title}</bdi>
                </Link>
              }
              detail={detailOf(row)}
              acts={
                <ActButton
                  act={act}
                  row={row}
                  idOf={({ enrolmentId }) => enrolmentId}
                  nameOf={({ title }) => title}
                  variant="subtle"
                  label={m.member_remove_of({ campaign: row.title })}
                />
              }
            />
          ))}
        </Lines>
      )}
    </GrowingList>
  )
}

function detailOf({ brand, state, appliedAt, reason }: Campaign): string {
  const why = reason === null ? [] : [m.member_campaign_reason({ reason })]
  return [brand, state, formatDate(appliedAt), ...why].join(' · ')
}

/** Removing the member from one of their campaigns: it cannot be undone, since they do not come back to it. */
function removal(member: OperatedMemberView): RowAct<Campaign> {
  const { uid } = member
  return {
    id: 'remove-from-campaign',
    label: m.member_remove(),
    look: 'danger',
    permission: 'campaign.remove',
    applies: ({ state }) => state === 'active',
    reason: { label: m.member_remove_reason(), isRequired: true, length: 1_000 },
    preview: ([row]) => row && <Reach uid={uid} name={nameOf(member)} row={row} />,
    run: async ([row], reason) => {
      const { enrolmentId } = row!
      await call(removeFromCampaign, { params: { uid, enrolmentId }, body: { reason } })
      return oneDone(enrolmentId)
    },
    said: m.member_removed_said,
  }
}

/** What it touches, counted by the server. */
function Reach({ uid, name, row: { enrolmentId, title } }: { uid: string; name: string; row: Campaign }) {
  const reach = useQuery({
    queryKey: ['member-removal', uid, enrolmentId],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(getRemovalReach, { params: { uid, enrolmentId }, signal }),
  })
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  const { links, availableCrels, pendingCrels, reviewCrels } = reach.data
  return (
    <>
      <p>{m.member_remove_preview({ name, campaign: title })}</p>
      <Facts
        facts={[
          [m.member_remove_links(), formatNumber(links)],
          [m.member_remove_available(), formatCrels(availableCrels)],
          [m.member_remove_pending(), formatCrels(pendingCrels)],
          [m.member_remove_review(), reviewCrels > 0 ? formatCrels(reviewCrels) : null],
        ]}
      />
    </>
  )
}
