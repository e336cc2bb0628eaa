import type { ReactNode } from 'react'
import { m } from '#console-messages'
import type { OperatedApplication } from '#contracts/operator-applications.schemas.ts'
import { AlikeMembers } from '#console/platform/alike-members.tsx'
import { MemberLink } from '#console/platform/member-link.tsx'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { HistoryStrip } from './history-strip.tsx'

/** An application that is open: what the member wrote, their channels, and what became of them before. */
export function ApplicationDetail({ row, acts }: { row: OperatedApplication; acts: ReactNode }) {
  const { member, campaign } = row
  return (
    <Detail
      heading={<MemberLink uid={member.uid} name={member.name ?? member.email} left="" />}
      lead={`${campaign.brand} · ${campaign.title}`}
      acts={acts}
    >
      {row.message && (
        <blockquote>
          <bdi>{row.message}</bdi>
        </blockquote>
      )}
      <HistoryStrip row={row} />
      <AlikeMembers alike={row.risk.alike} />
      <Facts
        facts={[
          [m.applications_email(), member.email],
          [m.applications_country(), member.country],
          [m.applications_account(), m.applications_account_age({ count: member.accountAgeDays })],
          ...member.channels.map(({ platform, address }) => [platform, addressOf(address)] as const),
        ]}
      />
    </Detail>
  )
}

/** A channel's address opens beside the console, and learns nothing of it. */
function addressOf(address: string): ReactNode {
  if (!/^https?:\/\//.test(address)) return address
  return (
    <a href={address} target="_blank" rel="noreferrer nofollow">
      {address.replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  )
}
