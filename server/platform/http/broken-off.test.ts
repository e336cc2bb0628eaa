import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { whole } from '#contracts/endpoint.ts'
import { testConfig } from '#testing/config.ts'
import type { Route } from './bind.ts'
import { contractCheck } from './contract-check.ts'
import { ProxyWatch } from './proxy-watch.ts'
import { registerRoutes, type KernelDeps } from './routes.ts'
import { createServer } from './server.ts'

const requestLine =
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n'

test('a request that is broken off half way is no error of ours', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const config = testConfig('postgres://nowhere')
  const app = await createServer(config, log, new ProxyWatch(config, log))
  app.post('/', async () => ({}))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const before = lines.length
  try {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${requestLine}{"a`, () => setTimeout(() => socket.destroy(), 50))
    while (lines.length === before) await delay(20)
  } finally {
    await app.close()
  }
  const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(levels.length).toBeGreaterThan(0)
  expect(levels.filter((level) => level >= 40)).toEqual([])
})

test('a client that leaves before its handler answers is no error of ours', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const config = testConfig('postgres://nowhere')
  const app = await createServer(config, log, new ProxyWatch(config, log))
  const endpoint = whole(
    { id: 'listen', method: 'GET', path: '/listen', access: 'public' },
    { summary: 'Listens.', tag: 'waves', responses: { 200: z.object({ id: z.string() }) } },
  )
  const entered = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const events = new PassThrough()
  const route: Route = {
    endpoint,
    handler: async ({ reply }) => {
      entered.resolve()
      await new Promise<void>((left) => reply.raw.once('close', left))
      // The answer is seen to by the kernel a moment later.
      setTimeout(answered.resolve, 50)
      return reply.send(events)
    },
  }
  const rateLimiter = { address: async () => {}, actor: async () => {} }
  const deps = { publicOrigin: config.publicOrigin, rateLimiter, contractCheck: contractCheck() }
  registerRoutes(app, [route], deps as unknown as KernelDeps)
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  try {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('GET /listen HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await entered.promise
    socket.destroy()
    await answered.promise
    await expect.poll(() => events.destroyed).toBe(true)
  } finally {
    await app.close()
  }
  const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(levels.filter((level) => level >= 40)).toEqual([])
})
