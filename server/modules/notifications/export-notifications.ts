import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, shortList, type MemberExport } from '#server/platform/member-export.ts'

/** Exports what a member was notified of, what of it left by mail and push, and their choices. */
export function notificationExport(db: Db): MemberExport {
  return {
    tables: ['notification', 'notification_delivery', 'notification_choice', 'quiet_hours'],
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
      shortList({
        name: 'notification-deliveries',
        about: m.export_notification_deliveries(),
        columns: ['notification', 'channel', 'state', 'settledAt'],
        read: async () => {
          const { rows } = await sql<{
            notification: string
            channel: string
            state: string
            settledAt: Date | null
          }>`
            select d.notification_id as notification, d.channel, d.state, d.settled_at as "settledAt"
            from notification n join notification_delivery d on d.notification_id = n.id
            where n.uid = ${uid} order by n.id, d.channel`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'notification-choices',
        about: m.export_notification_choices(),
        columns: ['group', 'inApp', 'mail', 'push', 'changedAt'],
        read: async () => {
          const { rows } = await sql<{
            group: string
            inApp: boolean | null
            mail: string | null
            push: boolean | null
            changedAt: Date
          }>`
            select group_name as "group", in_app as "inApp", mail, push, changed_at as "changedAt"
            from notification_choice where uid = ${uid} order by group_name`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'quiet-hours',
        about: m.export_quiet_hours(),
        columns: ['from', 'until'],
        read: async () => {
          const { rows } = await sql<{ from: number; until: number }>`
            select from_hour as "from", until_hour as "until" from quiet_hours where uid = ${uid}`.execute(db)
          return rows
        },
      }),
    ],
  }
}
