import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { getOperatedRequest } from '#contracts/operator-support.endpoints.ts'
import type { OperatedRequest, OperatedRequestDetail } from '#contracts/operator-support.schemas.ts'
import { call } from '#console/platform/api.ts'
import { MemberLink } from '#console/platform/member-link.tsx'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import styles from './inboxes.module.css'
import { RequestPictures } from './request-pictures.tsx'
import { askerName } from './request-columns.tsx'
import { requestState, topicNames } from './request-words.ts'

/** A request that is open: who asks, what it names, and every message. */
export function RequestDetail({
  row,
  acts,
  children,
}: {
  row: OperatedRequest
  acts: ReactNode
  /** What an inbox knows besides, above the messages. */
  children?: ReactNode
}) {
  // Read again once another message is the last.
  const more = useQuery({
    queryKey: ['request', row.id, row.lastMessage.id],
    queryFn: async ({ signal }) => await call(getOperatedRequest, { params: { id: row.id }, signal }),
  })
  const { asker } = row
  return (
    <Detail
      heading={
        asker.uid === null ? (
          <bdi>{askerName(row)}</bdi>
        ) : (
          <MemberLink uid={asker.uid} name={askerName(row)} left={m.inboxes_left()} />
        )
      }
      lead={`${row.reference} · ${topicNames[row.topic]()} · ${requestState(row)}`}
      acts={acts}
    >
      <Facts
        facts={[
          [m.inboxes_subject(), row.subject],
          [m.inboxes_email(), asker.email],
          [m.inboxes_who(), asker.uid === null ? m.inboxes_visitor() : null],
          [m.inboxes_created(), formatDateTime(row.createdAt)],
          [m.inboxes_names(), more.data?.references.map(({ id }) => id).join(', ')],
          [m.inboxes_closed_by(), more.data?.closedBy],
        ]}
      />
      {children}
      {more.isPending ? (
        <LoadingState />
      ) : more.isError ? (
        <FailureState error={more.error} onRetry={() => void more.refetch()} />
      ) : (
        <Conversation request={more.data} />
      )}
    </Detail>
  )
}

function Conversation({ request }: { request: OperatedRequestDetail }) {
  return (
    <ol className={styles.conversation} aria-label={m.inboxes_messages()}>
      {request.conversation.map(({ id, by, text, sentAt, pictures }) => (
        <li key={id} data-from={by === null ? 'asker' : 'operator'}>
          <p className={styles.head}>
            <b>
              <bdi>{by ?? askerName(request)}</bdi>
            </b>
            <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>
          </p>
          <p className={styles.text} dir="auto">
            {text}
          </p>
          <RequestPictures request={request.id} messageId={id} count={pictures} />
        </li>
      ))}
    </ol>
  )
}
