import { m } from '#console-messages'
import { getOperatedRequest, listOperatedRequests } from '#contracts/operator-support.endpoints.ts'
import type { OperatedRequest } from '#contracts/operator-support.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Pill } from '#console/ui/pill.tsx'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import styles from './inboxes.module.css'
import { requestState, topicNames } from './request-words.ts'

/** Requests of the inbox of support or of abuse reports. */
export function requestSource(inbox: 'support' | 'abuse'): TableSource<OperatedRequest> {
  return {
    key: inbox,
    page: async ({ filters, cursor, limit, signal }) =>
      await call(listOperatedRequests, { query: { ...filters, inbox, cursor, limit }, signal }),
    one: async (id, signal) => await call(getOperatedRequest, { params: { id }, signal }),
  }
}

/** A request in a sentence: by what mails call it. */
export function requestName({ reference }: OperatedRequest): string {
  return reference
}

/** Who asks, as far as it is known. */
export function askerName({ asker }: OperatedRequest): string {
  return asker.name ?? asker.email ?? m.inboxes_left()
}

export const requestColumns: TableColumn<OperatedRequest>[] = [
  {
    id: 'reference',
    header: m.inboxes_reference(),
    cell: ({ reference }) => <b className={styles.reference}>{reference}</b>,
    csv: ({ reference }) => reference,
  },
  {
    id: 'asker',
    header: m.inboxes_asker(),
    cell: (row) => (
      <span className={styles.asker}>
        <bdi>{askerName(row)}</bdi>
      </span>
    ),
    csv: askerName,
  },
  {
    id: 'beginning',
    header: m.inboxes_message(),
    cell: ({ lastMessage, state, hasReplied }) => (
      <span className={styles.beginning} title={lastMessage.beginning}>
        {state !== 'open' && (
          <Pill tone={state === 'answered' ? 'good' : 'plain'}>{requestState({ state, hasReplied })}</Pill>
        )}{' '}
        {lastMessage.beginning}
      </span>
    ),
    csv: ({ lastMessage }) => lastMessage.beginning,
  },
  {
    id: 'topic',
    header: m.inboxes_topic(),
    cell: ({ topic }) => topicNames[topic](),
    csv: ({ topic }) => topic,
    isExtra: true,
  },
  {
    id: 'subject',
    header: m.inboxes_subject(),
    cell: ({ subject }) => subject && <bdi>{subject}</bdi>,
    csv: ({ subject }) => subject,
    isExtra: true,
  },
  {
    id: 'email',
    header: m.inboxes_email(),
    cell: ({ asker }) => asker.email,
    csv: ({ asker }) => asker.email,
    isExtra: true,
  },
  {
    id: 'messages',
    header: m.inboxes_messages(),
    align: 'end',
    cell: ({ messages }) => messages,
    csv: ({ messages }) => messages,
    isExtra: true,
  },
]
