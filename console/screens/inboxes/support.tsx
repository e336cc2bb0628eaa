import { m } from '#console-messages'
import { Inbox } from './inbox.tsx'
import { requestActs, requestAssignment } from './request-acts.tsx'
import { requestColumns, requestName, requestSource } from './request-columns.tsx'
import { RequestDetail } from './request-detail.tsx'

/** What visitors and members wrote, but for reports of abuse. */
export default function Support() {
  return (
    <Inbox
      title={m.shell_support()}
      queue="support"
      fileByJob="support"
      source={source}
      columns={requestColumns}
      acts={requestActs}
      assignment={requestAssignment}
      nameOf={requestName}
      detail={(row, acts) => <RequestDetail row={row} acts={acts} />}
      empty={m.inboxes_support_empty()}
    />
  )
}

const source = requestSource('support')
