import { sql, type RawBuilder } from 'kysely'
import { idSchema } from '#contracts/ids.ts'
import type {
  NamedRequest,
  OperatedRequest,
  OperatedRequestDetail,
  OperatedRequestPage,
} from '#contracts/operator-support.schemas.ts'
import type { SupportReference } from '#contracts/support.schemas.ts'
import { supportReferenceText } from '#rules/support-request.ts'
import { hasReplied, queuedRequest } from '#server/modules/support/public.ts'
import type { Db } from '#server/platform/database.ts'
import { pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import { assigneeColumn, inboxPage, inboxPlace, type InboxQuery } from './inbox-page.ts'

export interface SupportInboxQuery extends InboxQuery {
  inbox: 'support' | 'abuse'
}

interface Row extends Omit<OperatedRequest, 'waitingSince' | 'createdAt'> {
  waitingSince: Date | null
  createdAt: Date
  about: SupportReference[]
  closedBy: string | null
}

/** Support requests or reports of abuse: those that wait, the longest first, those of who asks, or all. */
export async function operatedRequests(
  db: Db,
  operatorId: string,
  query: SupportInboxQuery,
): Promise<OperatedRequestPage> {
  const { rows } = await operatedRequestsSql(operatorId, query).execute(db)
  const { items, nextCursor } = pageOf(rows, query.limit, ({ id, waitingSince, createdAt }) =>
    inboxPlace(query, { id, since: waitingSince, madeAt: createdAt }),
  )
  return { items: items.map(requestView), nextCursor }
}

/** Its one query, apart so that its plan can be tested. */
export function operatedRequestsSql(
  operatorId: string,
  { inbox, ...query }: SupportInboxQuery,
): RawBuilder<Row> {
  const { page, order } = inboxPage(operatorId, query, {
    name: 'support_request',
    id: idSchema('supportRequest'),
    among: inbox === 'abuse' ? sql`topic = 'abuse'` : sql`topic <> 'abuse'`,
    waits: sql`state = 'open'`,
    since: sql`waiting_since`,
    madeAt: sql`created_at`,
  })
  return requestsOf(page, order)
}

/** A request with every message. Throws `not_found`. */
export async function operatedRequest(db: Db, id: string): Promise<OperatedRequestDetail> {
  const page = sql`select * from support_request where id = ${id}`
  const { rows } = await requestsOf(page, sql`page.id`).execute(db)
  const row = rows[0]
  if (!row) throw problem('not_found', { detail: 'There is no such request.' })
  const { messages } = await queuedRequest(db, id)
  return {
    ...requestView(row),
    references: row.about,
    closedBy: row.closedBy,
    conversation: messages.map((message) => ({
      id: message.id,
      by: message.operator,
      text: message.text,
      sentAt: message.createdAt,
      pictures: message.pictures.length,
    })),
  }
}

/** The newest requests that name a thing, 20 at most. */
export async function requestsAbout(db: Db, about: SupportReference): Promise<NamedRequest[]> {
  // By the index on what requests are about.
  const { rows } = await sql<Omit<NamedRequest, 'createdAt'> & { createdAt: Date }>`
    select id, reference, topic, subject, state, created_at as "createdAt", ${hasReplied(sql`support_request.id`)}
    from support_request where about @> ${JSON.stringify([about])}::jsonb order by created_at desc, id desc limit 20`.execute(
    db,
  )
  return rows.map((row) => ({
    ...row,
    reference: supportReferenceText(row.reference),
    createdAt: row.createdAt.toISOString(),
  }))
}

function requestsOf(page: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<Row> {
  // What is looked up for each row is looked up for those of the page alone.
  return sql<Row>`
    with page as materialized (${page})
    select page.id, page.reference, page.topic, page.subject, page.state, ${hasReplied(sql`page.id`)}, page.waiting_since as "waitingSince",
      page.created_at as "createdAt", page.about, page.closed_by as "closedBy", ${assigneeColumn},
      jsonb_build_object('uid', page.uid, 'name', coalesce(m.full_name, m.display_name),
        'email', coalesce(page.email, m.email)) as asker,
      (select count(*)::int from support_message w where w.request_id = page.id) as messages,
      (select jsonb_build_object('id', w.id, 'beginning', left(regexp_replace(w.text, '\\s+', ' ', 'g'), 120))
       from support_message w where w.request_id = page.id order by w.place desc limit 1) as "lastMessage"
    from page left join member m on m.uid = page.uid left join operator o on o.id = page.assigned_to
    order by ${order}`
}

function requestView({ about: _, closedBy: _closedBy, reference, ...row }: Row): OperatedRequest {
  return {
    ...row,
    reference: supportReferenceText(reference),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
