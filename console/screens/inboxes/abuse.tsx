import { m } from '#console-messages'
import type { OperatedRequest } from '#contracts/operator-support.schemas.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { Inbox } from './inbox.tsx'
import { blockAct, unblockAct } from './block-act.tsx'
import { ReportLinks } from './report-links.tsx'
import { reportActs, requestAssignment } from './request-acts.tsx'
import { requestColumns, requestName, requestSource } from './request-columns.tsx'
import { RequestDetail } from './request-detail.tsx'

/** Reports of abuse, each with the links that it names. */
export default function Abuse() {
  return (
    <Inbox
      title={m.shell_abuse()}
      queue="abuse"
      fileByJob="abuse"
      source={source}
      columns={columns}
      acts={acts}
      assignment={requestAssignment}
      nameOf={requestName}
      detail={(row, buttons) => (
        <RequestDetail row={row} acts={buttons}>
          <ReportLinks id={row.id} />
        </RequestDetail>
      )}
      empty={m.inboxes_abuse_empty()}
    />
  )
}

const source = requestSource('abuse')
// Each is of one topic here.
const columns = requestColumns.filter(({ id }) => id !== 'topic')
const acts: readonly RowAct<OperatedRequest>[] = [blockAct, ...reportActs, unblockAct]
