import { pino } from 'pino'
import { createBrand } from '#testing/campaigns.ts'
import { testConfig } from '#testing/config.ts'
import type { TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { createApp, type App } from './app.ts'
import type { Config } from './config.ts'
import { startPushService, SubscribedBrowser } from './modules/push/push.fixture.ts'
import { queuePush } from './modules/push/public.ts'
import { startReceiver } from './modules/webhooks/webhooks.fixture.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/embedded-postgres/start.ts'
import { migrate } from './platform/migrate.ts'

export interface RestorableSite {
  app: App
  postgres: EmbeddedPostgres
  close(): Promise<void>
}

/** A site on a data folder, with its own database, as `npm start` has it. */
export async function openSite(dataDir: string, changes: Partial<Config>): Promise<RestorableSite> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  await migrate(postgres.url)
  const config = { ...testConfig(postgres.url, { dataDir, ...changes }) }
  const app = await createApp(config, pino({ level: 'silent' }), { lookSeconds: 0.5 })
  await app.jobs.install()
  const close = async () => {
    await app.close()
    await postgres.stop()
  }
  return { app, postgres, close }
}

/** Servers elsewhere that a site speaks to by itself; `endReceivers` and `endPushServices` end them. */
export interface Elsewhere {
  /** They have a site forward its events to one of them. */
  settings: Pick<Config, 'analytics'>
  /** Leaves one message for each in a site that does not work on them: a webhook, a push message, an event. */
  leaveMessages(app: App, member: TestMember): Promise<void>
  /** How many messages came to each. */
  heard(): { webhooks: number; pushMessages: number; events: number }
}

export async function startElsewhere(): Promise<Elsewhere> {
  const [brandServer, collector] = [await startReceiver(), await startReceiver()]
  collector.answer = (response) => void response.writeHead(200).end('{}')
  const pushService = await startPushService()
  const { analytics } = testConfig('postgres:///unused')
  const forward = { url: collector.url, writeKey: 'elsewhere' }
  return {
    settings: { analytics: { ...analytics, isOn: true, forward } },
    leaveMessages: async ({ db, server, webhookOperations }, { uid, headers }) => {
      const { slug: brand } = await createBrand({ db })
      const endpoint = { brand, url: brandServer.url, events: [] }
      await webhookOperations.test(testActor, (await webhookOperations.add(testActor, endpoint)).id)
      const send = async (url: string, payload: object) =>
        await server.inject({ method: 'POST', url, headers: { ...headers, 'user-agent': 'x' }, payload })
      await send('/api/v1/push-subscriptions', new SubscribedBrowser(pushService).subscription)
      const content = {
        title: 'Your claim was accepted',
        body: 'Headphones',
        path: '/my-campaigns',
        tag: 'a',
      }
      await db.transaction().execute(async (tx) => await queuePush(tx, uid, content))
      await send('/v1/t', { writeKey: 'crels', messageId: 'a', userId: uid, event: 'link_copied' })
    },
    heard: () => ({
      webhooks: brandServer.received.length,
      pushMessages: pushService.received.length,
      events: collector.received.length,
    }),
  }
}
