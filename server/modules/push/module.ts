import { sql } from 'kysely'
import * as push from '#contracts/push.endpoints.ts'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { deviceName } from '#server/platform/device-name.ts'
import { answer, bind } from '#server/platform/http/bind.ts'
import { job } from '#server/platform/jobs.ts'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { dropExpired } from './message-queries.ts'
import type { PushDeps } from './push-deps.ts'
import { listSubscriptions, subscribe, unsubscribe } from './subscribe.ts'
import { subscriptionsOf } from './subscription-queries.ts'

/** Notifications in browsers, by their push services; the pump that sends them is app.ts's to start. */
export function pushModule({ db }: Platform, deps: PushDeps): Module {
  return {
    routes: [
      bind(push.listPushSubscriptions, ({ db: at, actor }) => listSubscriptions(at, actor, deps)),
      bind(push.createPushSubscription, async ({ transaction, actor, body, request }) => {
        const userAgent = request.headers['user-agent'] ?? ''
        return answer(201, await transaction((tx) => subscribe(tx, actor, { ...body, userAgent }, deps)))
      }),
      bind(push.deletePushSubscription, async ({ transaction, actor, params }) => {
        await transaction((tx) => unsubscribe(tx, actor, params))
        return answer(204, null)
      }),
    ],
    jobs: [
      job({
        name: 'drop-old-pushes',
        doc: 'Drops messages for browsers whose push service did not take them in a day.',
        cron: '17 * * * *',
        run: async () => ({ dropped: await dropExpired(db) }),
      }),
    ],
    erase: [erasure(db)],
    export: [browsersExport(db)],
  }
}

function erasure(db: Db): MemberErasure {
  return {
    name: 'push',
    erase: async ({ uid }) => {
      await sql`delete from push_subscription where uid = ${uid}`.execute(db)
    },
  }
}

function browsersExport(db: Db): MemberExport {
  return {
    tables: ['push_subscription'],
    parts: ({ uid }) => [
      shortList({
        name: 'notified-browsers',
        about: m.export_notified_browsers(),
        columns: ['id', 'browser', 'system', 'address', 'createdAt'],
        read: async () =>
          (await subscriptionsOf(db, uid)).map(({ id, endpoint, userAgent, createdAt }) => {
            const { browser, system } = deviceName(userAgent)
            return { id, browser, system, address: endpoint, createdAt }
          }),
      }),
    ],
  }
}
