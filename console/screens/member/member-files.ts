import { m } from '#console-messages'
import type { MemberList, OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import type { FileColumn } from '#console/ui/table/export-button.tsx'

type Files = { [List in MemberList]: readonly FileColumn<OperatedMemberView[List][number]>[] }

/** What a file says of the rows of each of a member's lists: states and kinds as the API names them, times in ISO 8601. */
export const memberFiles: Files = {
  redemptions: [
    { header: m.member_entry_at(), csv: ({ requestedAt }) => requestedAt },
    { header: m.member_earning_state(), csv: ({ state }) => state },
    { header: m.member_crels(), csv: ({ crels }) => crels },
    { header: m.member_file_usd_cents(), csv: ({ usdCents }) => usdCents },
    { header: m.member_uid(), csv: ({ id }) => id },
  ],
  campaigns: [
    { header: m.member_file_applied(), csv: ({ appliedAt }) => appliedAt },
    { header: m.member_earning_campaign(), csv: ({ title }) => title },
    { header: m.member_file_brand(), csv: ({ brand }) => brand },
    { header: m.member_earning_state(), csv: ({ state }) => state },
    { header: m.member_earning_reason(), csv: ({ reason }) => reason },
    { header: m.member_uid(), csv: ({ id }) => id },
  ],
  links: [
    { header: m.member_file_created(), csv: ({ createdAt }) => createdAt },
    { header: m.member_file_code(), csv: ({ code }) => `/s/${code}` },
    { header: m.member_entry_kind(), csv: ({ kind }) => kind },
    { header: m.member_earning_state(), csv: ({ state }) => state },
    { header: m.member_file_leads_to(), csv: ({ destination }) => destination },
    { header: m.member_uid(), csv: ({ id }) => id },
  ],
  rewards: [
    { header: m.member_entry_at(), csv: ({ at }) => at },
    { header: m.member_points(), csv: ({ points }) => points },
    { header: m.member_earning_for(), csv: ({ program }) => program },
    { header: m.member_entry_transaction(), csv: ({ transactionId }) => transactionId },
  ],
  requests: [
    { header: m.member_file_created(), csv: ({ createdAt }) => createdAt },
    { header: m.inboxes_reference(), csv: ({ reference }) => reference },
    { header: m.inboxes_topic(), csv: ({ topic }) => topic },
    { header: m.inboxes_subject(), csv: ({ subject }) => subject },
    { header: m.member_earning_state(), csv: ({ state }) => state },
    { header: m.member_uid(), csv: ({ id }) => id },
  ],
  events: [
    { header: m.member_entry_at(), csv: ({ at }) => at },
    { header: m.member_entry_kind(), csv: ({ kind }) => kind },
    { header: m.member_note_label(), csv: ({ note }) => note },
  ],
  acts: [
    { header: m.member_entry_at(), csv: ({ at }) => at },
    { header: m.member_file_operator(), csv: ({ by }) => by },
    { header: m.member_file_act(), csv: ({ action }) => action },
    { header: m.member_earning_reason(), csv: ({ reason }) => reason },
    { header: m.member_uid(), csv: ({ id }) => id },
  ],
}
