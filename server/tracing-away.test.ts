import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testConfig } from '#testing/config.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { freePort } from '#testing/free-port.ts'
import { createApp, type App } from './app.ts'

let database: TestDatabase
let app: App | undefined
let silent: Server
const held = new Set<Socket>()

beforeAll(async () => {
  database = await createTestDatabase()
  // Takes what it is sent, and answers nothing.
  silent = createServer((socket) => held.add(socket.on('error', () => {}).resume()))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterEach(async () => await app?.close())
afterAll(async () => {
  for (const socket of held) socket.destroy()
  silent.close()
  await database.drop()
})

async function start(endpoint: string | null): Promise<App> {
  const traces = endpoint === null ? null : { endpoint, headers: {}, serviceName: 'crels-test', share: 1 }
  const started = await createApp(testConfig(database.url, { traces }), pino({ level: 'silent' }))
  await started.server.ready()
  return started
}

/** The slowest of some calls, and how long the stop took, in milliseconds. */
async function timesWith(endpoint: string | null): Promise<{ slowestMs: number; stopMs: number }> {
  app = await start(endpoint)
  let slowestMs = 0
  // Over some rounds of sending, and more spans than one of them takes.
  for (let call = 0; call < 150; call += 1) {
    const began = performance.now()
    const { statusCode } = await app.server.inject({ url: '/api/v1/gamification/public/leaderboard' })
    slowestMs = Math.max(slowestMs, performance.now() - began)
    expect(statusCode).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const began = performance.now()
  await app.close()
  app = undefined
  return { slowestMs, stopMs: performance.now() - began }
}

test('a collector that is away, or takes calls and never answers, delays no request, and a stop by 2 s at most', async () => {
  const without = await timesWith(null)
  const silentAt = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  for (const endpoint of [`http://127.0.0.1:${await freePort()}`, silentAt]) {
    const { slowestMs, stopMs } = await timesWith(endpoint)
    // A call that waited for it would take its 5 s.
    expect(slowestMs, endpoint).toBeLessThan(without.slowestMs + 1_500)
    expect(stopMs, endpoint).toBeLessThan(without.stopMs + 2_000 + 1_500)
  }
  expect(held.size).toBeGreaterThan(0)
}, 120_000)
