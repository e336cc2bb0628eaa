import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { inLanguage } from '#server/platform/language.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { DispatchDeps } from './dispatch-notifications.ts'
import { contentOf, isKnownKind, type Notification } from './list-of-notifications.ts'
import { choiceAbout, mayRingFrom, quietAhead } from './notification-choices.ts'

/**
 * Hands on the pushes that are due, each in a transaction with its mark: killed anywhere it goes on at the next run,
 * and two at once share them. Where it is quiet by now, since this runs late or the hours changed, it waits on. What was
 * read in the meantime, is of no use or not wanted any more, or has no browser to go to, is dropped. Answers how many
 * were handed on; one that fails is logged and tried again.
 */
export async function sendPushes(deps: DispatchDeps, batch = 500): Promise<number> {
  let sent = 0
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string }>`
      select n.id from notification_delivery d join notification n on n.id = d.notification_id
      where d.state = 'pending' and d.channel = 'push' and d.due_at <= crels_now() and d.notification_id > ${after}
        and ${isKnownKind}
      order by d.notification_id limit ${batch}`.execute(deps.db)
    for (const { id } of rows) {
      try {
        if (await inTransaction(deps.db, async (tx) => await send(tx, id, deps))) sent += 1
      } catch (error) {
        deps.log.error({ err: error, notification: id }, 'push not sent')
      }
    }
    if (rows.length < batch) return sent
    after = rows.at(-1)!.id
  }
}

type Row = Notification & { uid: string; isOver: boolean; leftSeconds: number | null }

async function send(tx: Tx, id: string, { queuePush }: DispatchDeps): Promise<boolean> {
  const { rows } = await sql<Row>`
    select n.uid, n.kind, n.facts,
      n.read_at is not null or coalesce(n.expires_at <= crels_now(), false) as "isOver",
      ceil(extract(epoch from n.expires_at - crels_now()))::int as "leftSeconds"
    from notification_delivery d join notification n on n.id = d.notification_id
    where d.notification_id = ${id} and d.channel = 'push' and d.state = 'pending'
    for update of d skip locked`.execute(tx)
  const row = rows[0]
  if (!row) return false
  const member = await findMember(tx, row.uid)
  const { group, push } = inLanguage(member?.language, () =>
    contentOf(row, { timeZone: member?.timeZone ?? null }),
  )
  const isWanted = !row.isOver && member?.state === 'active' && (await choiceAbout(tx, row.uid, group)).push
  const now = (await databaseNow(tx)).getTime()
  const dueAt = isWanted ? await mayRingFrom(tx, member, now) : now
  if (dueAt > now) {
    await sql`
      update notification_delivery set due_at = ${new Date(dueAt)}
      where notification_id = ${id} and channel = 'push'`.execute(tx)
    return false
  }
  const content = { ...push, tag: id, ttlSeconds: row.leftSeconds ?? undefined }
  const isSent =
    isWanted && (await queuePush(tx, row.uid, { ...content, quiet: await quietAhead(tx, member, now) })) > 0
  await sql`
    update notification_delivery set state = ${isSent ? 'sent' : 'dropped'}, settled_at = crels_now()
    where notification_id = ${id} and channel = 'push'`.execute(tx)
  return isSent
}
