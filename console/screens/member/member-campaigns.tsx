import { Link } from 'react-router'
import { m } from '#console-messages'
import { listMemberCampaigns } from '#contracts/operator-members.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Line, Lines } from '#console/ui/card.tsx'
import { formatDate } from '#console/ui/format.ts'
import { lettingBackIn, removal, type MemberCampaign } from './campaign-acts.tsx'
import { GrowingList } from './growing-list.tsx'
import { memberFiles } from './member-files.ts'

/** Campaigns of a member, from which an operator can remove them, and let them back in. */
export function MemberCampaigns({ member }: { member: OperatedMemberView }) {
  const acts = [
    { act: removal(member), labelOf: (campaign: string) => m.member_remove_of({ campaign }) },
    { act: lettingBackIn(member), labelOf: (campaign: string) => m.member_let_back_in_of({ campaign }) },
  ]
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
              acts={acts.map(({ act, labelOf }) => (
                <ActButton
                  key={act.id}
                  act={act}
                  row={row}
                  idOf={({ enrolmentId }) => enrolmentId}
                  nameOf={({ title }) => title}
                  variant="subtle"
                  label={labelOf(row.title)}
                />
              ))}
            />
          ))}
        </Lines>
      )}
    </GrowingList>
  )
}

function detailOf({ brand, state, appliedAt, reason }: MemberCampaign): string {
  const why = reason === null ? [] : [m.member_campaign_reason({ reason })]
  return [brand, state, formatDate(appliedAt), ...why].join(' · ')
}
