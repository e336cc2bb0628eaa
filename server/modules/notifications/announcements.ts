import { sql, type RawBuilder } from 'kysely'
import { paths } from '#contracts/paths.ts'
import { defaultChoices } from '#rules/notification-choices.ts'
import { authorOf, operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { notifyMembers } from './notify-members.ts'

/** What the operator says to members. */
export interface NewAnnouncement {
  /** At most 120 characters, the subject of a mail that leaves at once too. */
  title: string
  /** Paragraphs of plain text, at most 2,000 characters. */
  body: string
  /** The page of ours it opens; by default the campaign's, or the home page. */
  path?: string | undefined
  /** Whose members hear of it; without it, every member does. */
  campaignId?: string | undefined
}

export interface Announcement {
  id: string
  title: string
  campaignId: string | null
  author: string
  createdAt: Date
  notified: number
  state: 'sending' | 'sent' | 'withdrawn'
}

/** Not every channel of news is turned off; a mail is one of who proved their address (`mayBeMailed`). */
const wantsNews = sql`not exists (
  select from notification_choice c where c.uid = m.uid and c.group_name = 'news'
    and not (coalesce(c.in_app, ${defaultChoices.news.inApp}::boolean)
      or (m.email_verified and coalesce(c.mail, ${defaultChoices.news.mail}) <> 'off')
      or coalesce(c.push, ${defaultChoices.news.push}::boolean)))`

/** Who hears of it: active members, of a campaign those who are in it; without who turned news off. */
const listeners = (campaignId: string | null) =>
  campaignId === null
    ? sql`m.state = 'active' and ${wantsNews}`
    : sql`m.state = 'active' and ${wantsNews} and exists (
        select from enrolment e where e.uid = m.uid and e.campaign_id = ${campaignId} and e.state = 'active')`

/** How many members an announcement would reach. Throws `not_found` for an unknown campaign. */
export async function countListeners(db: Db, campaignId: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number; isKnown: boolean }>`
    select (select count(*)::int from member m where ${listeners(campaignId ?? null)}) as count,
      ${campaignId ?? null}::text is null or exists (select from campaign where id = ${campaignId ?? null}) as "isKnown"`.execute(
    db,
  )
  const { count, isKnown } = rows[0]!
  if (!isKnown) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  return count
}

/** Writes an announcement; the job notifies within a minute. Answers its id. */
export async function announce(
  tx: Tx,
  actor: OperatorActor,
  { title, body, path, campaignId }: NewAnnouncement,
): Promise<string> {
  const after = { title, body, path }
  await operate(tx, actor, { action: 'announcement.send', target: campaignId ?? 'everyone', after })
  const opens = path ?? (campaignId === undefined ? paths.home : paths.campaign(campaignId))
  const { rows } = await sql<{ id: string }>`
    insert into announcement (title, body, path, campaign_id, author)
    values (${title}, ${body}, ${opens}, ${campaignId ?? null}, ${authorOf(actor)}) returning id`.execute(tx)
  return rows[0]!.id
}

/** So many notifications wait to be sent on at most: those of other things, which come after them, are soon sent too. */
const waitingMax = 10_000

/**
 * Notifies the members of every announcement that is due, a batch in a transaction with how far it came: killed anywhere
 * it goes on at the next run, and no member is notified twice. Leaves the rest to a later run where many notifications
 * wait to be sent on. Answers how many members were notified.
 */
export async function sendAnnouncements(db: Db, batch = 500, { waitsAt = waitingMax } = {}): Promise<number> {
  let notified = 0
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting
      from (select from notification where dispatched_at is null limit ${waitsAt}) w`.execute(db)
    if (rows[0]!.waiting >= waitsAt) return notified
    const sent = await inTransaction(db, async (tx) => await sendBatch(tx, batch))
    if (sent === null) return notified
    notified += sent
  }
}

/** Null where nothing is due, or another worker is at it. */
async function sendBatch(tx: Tx, batch: number): Promise<number | null> {
  const { rows } = await sql<NewAnnouncement & { id: string; campaignId: string | null; sentUpTo: string }>`
    select id, title, body, path, campaign_id as "campaignId", sent_up_to as "sentUpTo" from announcement
    where done_at is null and withdrawn_at is null order by created_at, id limit 1 for update skip locked`.execute(
    tx,
  )
  const due = rows[0]
  if (!due) return null
  const { id, title, body, path, sentUpTo } = due
  const { rows: members } = await sql<{ uid: string }>`
    select m.uid from member m where m.uid > ${sentUpTo} and ${listeners(due.campaignId)}
    order by m.uid limit ${batch}`.execute(tx)
  const uids = members.map(({ uid }) => uid)
  const facts = { announcementId: id, title, body, path: path! }
  await notifyMembers(tx, uids, { kind: 'announcement', facts })
  await sql`
    update announcement set notified = notified + ${uids.length}, sent_up_to = ${uids.at(-1) ?? sentUpTo},
      done_at = case when ${uids.length < batch} then crels_now() end
    where id = ${id}`.execute(tx)
  return uids.length
}

/** Of a row of `announcement`. */
export const announcementState = sql`
  case when withdrawn_at is not null then 'withdrawn' when done_at is null then 'sending' else 'sent' end`

/** Announcements, the newest first. */
export async function listAnnouncements(db: Db, limit: number): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select id, title, campaign_id as "campaignId", author, created_at as "createdAt", notified, ${announcementState} as state
    from announcement order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Takes an announcement back: no further member is notified, it leaves every inbox, and what waits to leave by mail or
 * push does not. Answers from how many inboxes it went, and how many mails and pushes had left before. Killed on its
 * way, it is ended by calling it again, or by the job (`endWithdrawals`). Throws `not_found`, `conflict` for one that
 * another withdrew before, and `forbidden` where the operator's role does not allow it.
 */
export async function withdrawAnnouncement(
  db: Db,
  actor: OperatorActor,
  id: string,
  batch = 5_000,
): Promise<{ removed: number; left: number }> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ state: string }>`
      select ${announcementState} as state from announcement where id = ${id} for update`.execute(tx)
    if (!rows[0]) throw problem('not_found', { detail: `There is no announcement ${id}.` })
    if (rows[0].state !== 'withdrawn') {
      await operate(tx, actor, { action: 'announcement.withdraw', target: id })
      await sql`
        update announcement set withdrawn_at = crels_now(), withdrawn_by = ${authorOf(actor)} where id = ${id}`.execute(
        tx,
      )
      return
    }
    // One that was killed on its way through the inboxes is ended by another.
    const { rows: left } = await sql`
      select from notification where about = ${id} and kind = 'announcement' limit 1`.execute(tx)
    if (left.length > 0) return
    const detail = `${id} was withdrawn before.`
    await requireOwnAgain(tx, actor, { action: 'announcement.withdraw', target: id, detail })
  })
  return await removeNotifications(db, id, { batch })
}

/** A withdrawal is left to the call that made it for so long. */
const withdrawsFor = sql`interval '1 minute'`

/**
 * Ends withdrawals that were cut short: removes what they left in inboxes, and with it what waits to leave. Answers from
 * how many inboxes it went.
 */
export async function endWithdrawals(db: Db, batch = 5_000): Promise<number> {
  // Of the last week alone, so that it stays cheap.
  const { rows } = await sql<{ id: string }>`
    select id from announcement a
    where withdrawn_at between crels_now() - interval '7 days' and crels_now() - ${withdrawsFor}
      and exists (select from notification where about = a.id and kind = 'announcement')`.execute(db)
  let ended = 0
  for (const { id } of rows)
    ended += (await removeNotifications(db, id, { batch, locked: sql`skip locked` })).removed
  return ended
}

/** Removes the notifications of an announcement, a batch in a statement. */
async function removeNotifications(
  db: Db,
  id: string,
  { batch, locked = sql`` }: { batch: number; locked?: RawBuilder<unknown> },
): Promise<{ removed: number; left: number }> {
  const total = { removed: 0, left: 0 }
  for (;;) {
    const { rows } = await sql<{ deleted: number; removed: number; left: number }>`
      with picked as (
        select id from notification where about = ${id} and kind = 'announcement' limit ${batch} for update ${locked}
      ), gone as (
        select count(*)::int as n from notification_delivery d join picked on picked.id = d.notification_id
        where d.state = 'sent'
      ), deleted as (
        delete from notification where id in (select id from picked) returning in_app
      )
      select count(*)::int as deleted, (count(*) filter (where in_app))::int as removed, (select n from gone) as left
      from deleted`.execute(db)
    const { deleted, removed, left } = rows[0]!
    total.removed += removed
    total.left += left
    if (deleted < batch) return total
  }
}
