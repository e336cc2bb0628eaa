import { sql } from 'kysely'
import { idSchema } from '#contracts/ids.ts'
import type { NotificationPage } from '#contracts/notifications.schemas.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { contentOf, isKnownKind, type Notification } from './list-of-notifications.ts'

/** What the inbox has: nothing that the member wants elsewhere only, is of no use any more or has no words here. */
const shown = sql`in_app and (expires_at is null or expires_at > crels_now()) and ${isKnownKind}`

type Row = Notification & { id: string; createdAt: Date; readAt: Date | null }

/** One page of a member's notifications, newest first, and how many are unread. */
export async function listNotifications(
  db: Db,
  { uid }: Pick<MemberActor, 'uid'>,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<NotificationPage> {
  const after = cursor === undefined ? sql`` : sql`and id < ${decodeCursor(idSchema('notification'), cursor)}`
  const { rows } = await sql<Row>`
    select id, kind, facts, created_at as "createdAt", read_at as "readAt"
    from notification where uid = ${uid} and ${shown} ${after}
    order by id desc limit ${limit + 1}`.execute(db)
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  const timeZone = (await findMember(db, uid))?.timeZone ?? null
  return { items: items.map((row) => view(row, timeZone)), nextCursor, unread: await unreadOf(db, uid) }
}

/** Marks a member's notifications as read, some or all up to one; answers how many are unread. */
export async function readNotifications(
  tx: Tx,
  { uid }: Pick<MemberActor, 'uid'>,
  which: { ids: string[] } | { upTo: string },
): Promise<{ unread: number }> {
  const named = 'ids' in which ? sql`id = any(${which.ids}::text[])` : sql`id <= ${which.upTo}`
  await sql`
    update notification set read_at = crels_now()
    where uid = ${uid} and in_app and read_at is null and ${isKnownKind} and ${named}`.execute(tx)
  return { unread: await unreadOf(tx, uid) }
}

/** What the stream compares: the newest notification and how many are unread. */
export async function notificationVersions(db: Db, uids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ uid: string; newest: string | null; unread: number }>`
    select m.uid, (select id from notification where uid = m.uid and in_app order by id desc limit 1) as newest,
      (select count(*) from notification where uid = m.uid and ${shown} and read_at is null)::int as unread
    from unnest(${uids}::text[]) m (uid)`.execute(db)
  return new Map(rows.map(({ uid, newest, unread }) => [uid, `${newest?.slice(4) ?? 0}.${unread}`]))
}

async function unreadOf(db: Db, uid: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notification where uid = ${uid} and ${shown} and read_at is null`.execute(
    db,
  )
  return rows[0]!.unread
}

function view(
  { id, createdAt, readAt, ...notification }: Row,
  timeZone: string | null,
): NotificationPage['items'][number] {
  const { group, title, lines, opens } = contentOf(notification, { timeZone })
  return {
    id,
    kind: notification.kind,
    group,
    title,
    body: lines.join('\n'),
    path: opens.path,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  }
}
