import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { EndpointId } from '#contracts/endpoints.ts'
import type { MakeSamples } from './endpoint-stage.fixture.ts'

/** Successful requests of the inbox, the stream and push messages. */
export const notificationSamples = {
  listNotifications: () => [{ status: 200 }, { status: 200, query: { limit: '1' } }],
  readNotifications: async ({ app, owner: { uid } }) => {
    const { rows } = await sql<{ id: string }>`
      select id from notification where uid = ${uid} order by id desc limit 1`.execute(app.db)
    const newest = rows[0]!.id
    return [
      { status: 200, payload: { ids: [newest] } },
      { status: 200, payload: { upTo: newest } },
    ]
  },
  getStream: () => [
    { status: 200 },
    { status: 200, query: { since: 'balances:1.0' } },
    { status: 200, query: { seconds: '1' }, headers: { accept: 'text/event-stream' } },
  ],
  createPushSubscription: () => [{ status: 201, payload: pushSubscription('own') }],
  deletePushSubscription: async ({ app, owner: { headers } }) => {
    const url = '/api/v1/push-subscriptions'
    const made = await app.server.inject({ method: 'POST', url, headers, payload: pushSubscription('gone') })
    return [{ status: 204, params: { id: made.json().id } }]
  },
} satisfies Partial<Record<EndpointId, MakeSamples>>

/** What a browser says when it subscribed; nothing listens there. */
function pushSubscription(name: string) {
  const own = createECDH('prime256v1')
  const [p256dh, auth] = [own.generateKeys('base64url'), randomBytes(16).toString('base64url')]
  return { endpoint: `http://localhost:9/push/${name}`, keys: { p256dh, auth } }
}
