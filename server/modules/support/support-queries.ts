import { sql } from 'kysely'
import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { Page } from '#contracts/paging.ts'
import type { Language } from '#contracts/languages.ts'
import type { SupportTopic } from '#contracts/support.constants.ts'
import type { SupportReference } from '#contracts/support.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import { iso } from '#server/platform/iso-time.ts'

export type SupportState = 'open' | 'answered' | 'closed'

/** A request with its messages, the oldest first. */
export interface SupportRow {
  id: string
  reference: string
  /** Whose it is; a visitor has an address alone. */
  uid: string | null
  email: string | null
  /** In which it was asked; null is English. */
  language: Language | null
  topic: SupportTopic
  /** What an operator who wrote first wrote about; null where the asker did. */
  subject: string | null
  about: SupportReference[]
  state: SupportState
  createdAt: Date
  waitingSince: Date | null
  /** The id of the operator who works on it. */
  assignedTo: string | null
  messages: MessageRow[]
}

export interface MessageRow {
  id: string
  author: 'asker' | 'operator'
  operator: string | null
  text: string
  createdAt: string
  /** Keys of the pictures that came with it. */
  pictures: string[]
}

const columns = sql`
  r.id, r.reference, r.uid, r.email, r.language, r.topic, r.subject, r.about, r.state, r.created_at as "createdAt",
  r.waiting_since as "waitingSince", r.assigned_to as "assignedTo",
  (select jsonb_agg(jsonb_build_object(
            'id', w.id, 'author', w.author, 'operator', w.operator, 'text', w.text,
            'createdAt', ${iso(sql`w.created_at`)},
            'pictures', coalesce((select jsonb_agg(p.file_key order by p.place)
                                  from support_picture p where p.message_id = w.id), '[]')) order by w.place)
   from support_message w where w.request_id = r.id) as messages`

/** Inserts a request without its messages; false where its reference is taken. */
export async function insertRequest(
  tx: Tx,
  row: Pick<SupportRow, 'id' | 'reference' | 'uid' | 'email' | 'language' | 'topic' | 'subject' | 'about'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into support_request (id, reference, uid, email, language, topic, subject, about)
    values (${row.id}, ${row.reference}, ${row.uid}, ${row.email}, ${row.language}, ${row.topic},
      ${row.subject}, ${JSON.stringify(row.about)}::jsonb)
    on conflict (reference) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export interface NewMessage {
  requestId: string
  text: string
  /** The operator's name; null for the asker's own. */
  operator: string | null
  pictures: string[]
}

/** Adds a message behind the others; the caller holds the request's lock, or has just made it. */
export async function insertMessage(
  tx: Tx,
  { requestId, text, operator, pictures }: NewMessage,
): Promise<string> {
  const id = newId('supportMessage')
  await sql`
    insert into support_message (id, request_id, place, author, operator, text)
    select ${id}, ${requestId}, coalesce(max(place), 0) + 1, ${operator === null ? 'asker' : 'operator'}, ${operator}, ${text}
    from support_message where request_id = ${requestId}`.execute(tx)
  for (const [at, key] of pictures.entries())
    await sql`insert into support_picture (file_key, message_id, place) values (${key}, ${id}, ${at + 1})`.execute(
      tx,
    )
  return id
}

/** Locks a request by id or reference, and answers it. */
export async function lockRequest(tx: Tx, name: string): Promise<SupportRow | undefined> {
  // First the lock, then the messages: those of the transaction that was waited for are among them.
  await sql`select from support_request where id = ${name} or reference = ${name} for update`.execute(tx)
  return await findRequest(tx, name)
}

/** A request by id or reference. */
export async function findRequest(db: Db, name: string): Promise<SupportRow | undefined> {
  const { rows } = await sql<SupportRow>`
    select ${columns} from support_request r where r.id = ${name} or r.reference = ${name}`.execute(db)
  return rows[0]
}

/**
 * Sets the state. An open one waits since the asker's last word, where that was the last, else from now on; one that was
 * open waits as long as before.
 */
export async function setRequestState(
  tx: Tx,
  id: string,
  to: { state: 'open' | 'answered' } | { state: 'closed'; by: string },
): Promise<void> {
  const { state } = to
  await sql`
    update support_request set state = ${state},
      waiting_since = case when ${state} = 'open' then coalesce(waiting_since, (
          select case when w.author = 'asker' then w.created_at end from support_message w
          where w.request_id = support_request.id order by w.place desc limit 1), crels_now()) end,
      answered_at = case when ${state} = 'answered' then crels_now() else answered_at end,
      closed_at = case when ${state} = 'closed' then crels_now() end,
      closed_by = ${to.state === 'closed' ? to.by : null}
    where id = ${id}`.execute(tx)
}

/** Sets who works on a request; null is no one. */
export async function setRequestAssignee(tx: Tx, id: string, operatorId: string | null): Promise<void> {
  await sql`
    update support_request set assigned_to = ${operatorId},
      assigned_at = case when ${operatorId}::text is not null then crels_now() end
    where id = ${id}`.execute(tx)
}

/** What an asker wrote in the last day; no other of theirs is counted until the transaction ends. */
export async function lockAsked(tx: Tx, asker: { uid: string } | { email: string }): Promise<number> {
  const key = 'uid' in asker ? asker.uid : asker.email.toLowerCase()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`support of ${key}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from support_request r join support_message w on w.request_id = r.id
    where ${'uid' in asker ? sql`r.uid = ${asker.uid}` : sql`lower(r.email) = ${key} and r.created_at > crels_now() - interval '1 day'`}
      and w.author = 'asker' and w.created_at > crels_now() - interval '1 day'`.execute(tx)
  return rows[0]!.count
}

/**
 * Which of some ids are campaigns that people may see, redemptions or orders of a party, links or requests of a member.
 */
export async function knownReferences(
  db: Db,
  { ids, party, uid }: { ids: string[]; party: string | null; uid: string | null },
): Promise<Map<string, SupportReference['kind']>> {
  const { rows } = await sql<{ id: string; kind: SupportReference['kind'] }>`
    select id, 'campaign' as kind from campaign where id = any (${ids}) and state <> 'draft'
    union all
    select id, 'redemption' from redemption where id = any (${ids}) and party = ${party}
    union all
    select id, 'order' from shop_order where id = any (${ids}) and party = ${party}
    union all
    select id, 'link' from link where id = any (${ids}) and owner_uid = ${uid}
    union all
    select id, 'support' from support_request where id = any (${ids}) and uid = ${uid}`.execute(db)
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

const place = z.tuple([cursorTime, idSchema('supportRequest')])

/** One page of a member's requests, newest first. */
export async function requestPage(
  db: Db,
  uid: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<SupportRow>> {
  const [at, id] = cursor === undefined ? [] : decodeCursor(place, cursor)
  const after = at === undefined ? sql`` : sql`and (r.created_at, r.id) < (${new Date(at)}, ${id})`
  const { rows } = await sql<SupportRow>`
    select ${columns} from support_request r where r.uid = ${uid} ${after}
    order by r.created_at desc, r.id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, (last) => [last.createdAt.getTime(), last.id])
}
