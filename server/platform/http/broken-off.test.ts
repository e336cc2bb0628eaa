import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testConfig } from '#testing/config.ts'
import { ProxyWatch } from './proxy-watch.ts'
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
