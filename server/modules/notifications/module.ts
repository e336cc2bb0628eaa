import { sql } from 'kysely'
import { m } from '#messages'
import * as endpoints from '#contracts/notifications.endpoints.ts'
import { unsubscribeUrl } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { listNotifications, notificationVersions, readNotifications } from './inbox.ts'
import { sendNotifications, type SendDeps } from './send-notifications.ts'

/** What members are notified of: the inbox and its mails. */
export function notificationsModule({ config, db, log, secret, mailer }: Platform): Module {
  const { publicOrigin } = config
  return {
    routes: notificationRoutes(),
    jobs: notificationJobs({
      db,
      log,
      mailer,
      publicOrigin,
      unsubscribeUrl: (kind) => (uid) => unsubscribeUrl({ secret, publicOrigin }, { uid, kind }),
    }),
    erase: [notificationErasure(db)],
    export: [notificationExport(db)],
    topicVersions: { notifications: { by: 'uid', versions: notificationVersions } },
  }
}

function notificationRoutes(): Route[] {
  return [
    bind(endpoints.listNotifications, ({ db, actor, query }) => listNotifications(db, actor, query)),
    bind(endpoints.readNotifications, ({ transaction, actor, body }) =>
      transaction((tx) => readNotifications(tx, actor, body)),
    ),
  ]
}

function notificationJobs(deps: SendDeps): Job[] {
  return [
    job({
      name: 'send-notifications',
      doc: 'Mails members what they were notified of, as they chose.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => ({ sent: await sendNotifications(deps) }),
    }),
  ]
}

/** Deletes a member's notifications, and with them what waits to be sent. */
function notificationErasure(db: Db): MemberErasure {
  return {
    name: 'notifications',
    erase: async ({ uid }) => {
      await sql`delete from notification where uid = ${uid}`.execute(db)
    },
  }
}

/** Exports a member's notifications with what they are made of. */
function notificationExport(db: Db): MemberExport {
  return {
    tables: ['notification'],
    parts: ({ uid }) => [
      longList({
        name: 'notifications',
        about: m.export_notifications(),
        columns: ['id', 'kind', 'facts', 'createdAt', 'readAt'],
        next: async (last, limit) => {
          const { rows } = await sql<{
            id: string
            kind: string
            facts: string
            createdAt: Date
            readAt: Date | null
          }>`
            select id, kind, facts::text as facts, created_at as "createdAt", read_at as "readAt" from notification
            where uid = ${uid} and id > ${last?.id ?? ''} order by id limit ${limit}`.execute(db)
          return rows
        },
      }),
    ],
  }
}
