import { sql } from 'kysely'
import * as choices from '#contracts/notification-choices.endpoints.ts'
import * as endpoints from '#contracts/notifications.endpoints.ts'
import { queuePush } from '#server/modules/push/public.ts'
import type { Db } from '#server/platform/database.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { announcementRoutes } from './announcement-routes.ts'
import { endWithdrawals, sendAnnouncements } from './announcements.ts'
import { dispatchNotifications, type DispatchDeps } from './dispatch-notifications.ts'
import { notificationExport } from './export-notifications.ts'
import { forgetNotifications } from './forget-notifications.ts'
import { releaseNotifications } from './hold-notifications.ts'
import { listNotifications, notificationVersions, readNotifications } from './inbox.ts'
import { changeNotificationChoices, getNotificationChoices } from './notification-choices.ts'
import { sendDigests } from './send-digests.ts'
import { sendPushes } from './send-pushes.ts'
import { suppressedRoutes } from './suppressed-routes.ts'
import { unsubscribeRoutes, unsubscribeUrl } from './unsubscribe.ts'

/** What members are notified of: the inbox, and what leaves it by mail and push. */
export function notificationsModule({ config, db, log, secret, mailer }: Platform): Module {
  const { publicOrigin } = config
  return {
    routes: [...notificationRoutes(), ...announcementRoutes(), ...suppressedRoutes({ secret })],
    jobs: notificationJobs({
      db,
      log,
      mailer,
      queuePush,
      publicOrigin,
      unsubscribeUrl: (uid, stops) => unsubscribeUrl({ secret, publicOrigin }, { uid, stops }),
    }),
    erase: [notificationErasure(db)],
    export: [notificationExport(db)],
    topicVersions: { notifications: { by: 'uid', versions: notificationVersions } },
    register: (server) => unsubscribeRoutes(server, { db, secret }),
  }
}

function notificationRoutes(): Route[] {
  return [
    bind(endpoints.listNotifications, ({ db, actor, query }) => listNotifications(db, actor, query)),
    bind(endpoints.readNotifications, ({ transaction, actor, body }) =>
      transaction((tx) => readNotifications(tx, actor, body)),
    ),
    bind(choices.getNotificationChoices, ({ db, actor, params }) =>
      getNotificationChoices(db, actor, params.uid),
    ),
    bind(choices.patchNotificationChoices, ({ transaction, actor, params, body }) =>
      transaction((tx) => changeNotificationChoices(tx, actor, { ...params, ...body })),
    ),
  ]
}

function notificationJobs(deps: DispatchDeps): Job[] {
  return [
    job({
      name: 'send-notifications',
      doc: 'Mails members and notifies their browsers, as they chose; first releases what waited for the end of an upgrade.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => ({
        released: await releaseNotifications(deps.db),
        mails: await dispatchNotifications(deps),
        pushes: await sendPushes(deps),
      }),
    }),
    job({
      name: 'send-announcements',
      doc: 'Notifies members of what the operator announced, and ends withdrawals that were cut short.',
      cron: '* * * * *',
      retryLimit: 0,
      run: async () => ({
        ended: await endWithdrawals(deps.db),
        notified: await sendAnnouncements(deps.db),
      }),
    }),
    job({
      name: 'send-digests',
      doc: 'Mails members in their morning what they want together once a day.',
      cron: '*/5 * * * *',
      retryLimit: 0,
      run: async () => ({ sent: await sendDigests(deps) }),
    }),
    job({
      name: 'forget-notifications',
      doc: 'Removes notifications that are a year old.',
      cron: '53 3 * * *',
      run: async () => ({ forgotten: await forgetNotifications(deps.db) }),
    }),
  ]
}

/** Deletes a member's notifications, and with them what waits to be sent; choices go with the member. */
function notificationErasure(db: Db): MemberErasure {
  return {
    name: 'notifications',
    erase: async ({ uid }) => {
      await sql`delete from notification where uid = ${uid}`.execute(db)
    },
  }
}
