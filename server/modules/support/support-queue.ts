import { sql } from 'kysely'
import { readSupportReference } from '#rules/support-request.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { findRequest, type SupportRow, type SupportState } from './support-queries.ts'

/** A line of the operator's queue. */
export interface QueuedRequest {
  id: string
  reference: string
  topic: string
  state: SupportState
  asker: string
  createdAt: Date
  waitingSince: Date | null
  messages: number
  /** How the newest message begins. */
  beginning: string
}

export interface QueueQuery {
  /** Those in this state; `open` waits for an answer. */
  state: SupportState
  limit: number
  /** The id of the last one before. */
  after?: string
}

/** Requests in a state, those that wait longest first. */
export async function queuedRequests(
  db: Db,
  { state, limit, after }: QueueQuery,
): Promise<{ rows: QueuedRequest[]; total: number }> {
  const since = sql`coalesce(r.waiting_since, r.closed_at, r.answered_at)`
  const of = sql`
    from support_request r where r.state = ${state} ${
      after === undefined
        ? sql``
        : sql`and (${since}, r.id) > (select coalesce(waiting_since, closed_at, answered_at), id from support_request where id = ${after})`
    }`
  const { rows } = await sql<QueuedRequest>`
    select r.id, r.reference, r.topic, r.state, coalesce(r.uid, r.email) as asker, r.created_at as "createdAt",
      r.waiting_since as "waitingSince",
      (select count(*)::integer from support_message w where w.request_id = r.id) as messages,
      (select left(regexp_replace(w.text, '\\s+', ' ', 'g'), 80) from support_message w
       where w.request_id = r.id order by w.place desc limit 1) as beginning
    ${of} order by ${since}, r.id limit ${limit}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${of}`.execute(db)
  return { rows, total: counted.rows[0]!.total }
}

/** A request by its id or reference, with its messages. Throws `not_found`. */
export async function queuedRequest(db: Db, name: string): Promise<SupportRow> {
  const row = await findRequest(db, readSupportReference(name) ?? name)
  if (!row) throw problem('not_found', { detail: `There is no support request ${name}.` })
  return row
}
