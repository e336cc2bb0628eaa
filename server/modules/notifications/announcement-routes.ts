import { sql } from 'kysely'
import * as contract from '#contracts/operator-announcements.endpoints.ts'
import type { OperatedAnnouncement } from '#contracts/operator-announcements.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import { operatorMinute } from '#server/platform/shown-times.ts'
import { announce, announcementState, countListeners, withdrawAnnouncement } from './announcements.ts'

/** The endpoints of contracts/operator-announcements.endpoints.ts. */
export function announcementRoutes(): Route[] {
  return [
    bind(contract.listOperatedAnnouncements, ({ db, query }) => operatedAnnouncements(db, query)),
    bind(contract.getAnnouncementAudience, async ({ db, query }) => ({
      members: await countListeners(db, query.campaignId),
    })),
    bind(contract.sendAnnouncement, async ({ actor, body, transaction }) =>
      transaction(async (tx) => {
        const members = await countListeners(tx, body.campaignId)
        const text = { ...body, body: body.body.replaceAll('\r\n', '\n') }
        await requireNew(tx, text)
        return answer(201, { id: await announce(tx, actor, text), members })
      }),
    ),
    bind(contract.getWithdrawalReach, ({ db, params }) => withdrawalReach(db, params.id)),
    bind(contract.withdrawAnnouncement, ({ db, actor, params }) =>
      withdrawAnnouncement(db, actor, params.id),
    ),
  ]
}

/**
 * Whoever sent without a key, or from two windows, sends it once: the same text to the same members within a day is
 * `conflict`, with who sent it and when, unless it is withdrawn.
 */
async function requireNew(
  tx: Tx,
  { title, body, campaignId }: { title: string; body: string; campaignId?: string | undefined },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('announcement'))`.execute(tx)
  const { rows } = await sql<{ author: string; createdAt: Date }>`
    select author, created_at as "createdAt" from announcement
    where withdrawn_at is null and created_at > crels_now() - interval '1 day' and title = ${title}
      and body = ${body} and campaign_id is not distinct from ${campaignId ?? null} limit 1`.execute(tx)
  const [same] = rows
  if (!same) return
  const when = operatorMinute(same.createdAt)
  throw problem('conflict', {
    detail: `${same.author} sent the same to the same members at ${when}: withdraw that one to send it again.`,
  })
}

interface Asked {
  state?: OperatedAnnouncement['state'] | undefined
  limit: number
  cursor?: string | undefined
}

type Row = Omit<OperatedAnnouncement, 'createdAt' | 'withdrawn'> & {
  createdAt: Date
  withdrawnBy: string | null
  withdrawnAt: Date | null
}

async function operatedAnnouncements(
  db: Db,
  { state, limit, cursor }: Asked,
): Promise<Page<OperatedAnnouncement>> {
  const before = cursor === undefined ? undefined : decodeCursor(idPlace('announcement'), cursor)[0]
  const { rows } = await sql<Row>`
    select a.id, a.title, a.body, a.path, a.author, a.created_at as "createdAt", a.notified,
      ${announcementState} as state, withdrawn_by as "withdrawnBy", withdrawn_at as "withdrawnAt",
      case when c.id is not null then jsonb_build_object('id', c.id, 'title', c.title) end as campaign
    from announcement a left join campaign c on c.id = a.campaign_id
    where ${before === undefined ? sql`true` : sql`a.id < ${before}`}
      ${state === undefined ? sql`` : sql`and ${announcementState} = ${state}`}
    order by a.id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit, ({ id }) => [id])
  return {
    ...page,
    items: page.items.map(({ createdAt, withdrawnBy, withdrawnAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      withdrawn: withdrawnBy && withdrawnAt ? { by: withdrawnBy, at: withdrawnAt.toISOString() } : null,
    })),
  }
}

/** From how many inboxes it would go, and how many mails and pushes have left. Throws `not_found`. */
async function withdrawalReach(db: Db, id: string): Promise<{ inboxes: number; left: number }> {
  const { rows } = await sql<{ inboxes: number; left: number }>`
    select
      (select count(*) from notification where about = a.id and kind = 'announcement' and in_app) as inboxes,
      (select count(*) from notification n join notification_delivery d on d.notification_id = n.id
       where n.about = a.id and n.kind = 'announcement' and d.state = 'sent') as left
    from announcement a where a.id = ${id}`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: `There is no announcement ${id}.` })
  return rows[0]
}
