import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { DatabaseAway } from './outage.ts'
import { DatabaseHealth } from './database-health.ts'

const log = pino({ level: 'silent' })

test('no request waits for a connection while the database is away', async () => {
  const databaseHealth = new DatabaseHealth(log)
  const connect = vi.fn(async () => ({ release: vi.fn() }))
  databaseHealth.lost(new Error('gone'))
  await expect(databaseHealth.connecting(connect)).rejects.toThrow(DatabaseAway)
  expect(connect).not.toHaveBeenCalled()
  databaseHealth.back()
  await databaseHealth.connecting(connect)
  expect(connect).toHaveBeenCalledOnce()
})

test('a waiting request fails at once when the database is lost, and a connection that comes late is given back', async () => {
  const databaseHealth = new DatabaseHealth(log)
  const late = Promise.withResolvers<{ release: (destroy: boolean) => void }>()
  const waiting = databaseHealth.connecting(async () => await late.promise)
  databaseHealth.lost(new Error('gone'))
  await expect(waiting).rejects.toThrow(DatabaseAway)
  const release = vi.fn()
  late.resolve({ release })
  await endOfTurn()
  expect(release).toHaveBeenCalledExactlyOnceWith(true)
})

test('cuts every connection when the database is lost, and says once that it is back', async () => {
  const databaseHealth = new DatabaseHealth(log)
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = databaseHealth.socket().connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const back = vi.fn()
  databaseHealth.onBack(back)
  databaseHealth.back()
  expect(back).not.toHaveBeenCalled()
  databaseHealth.lost(new Error('gone'))
  databaseHealth.lost(new Error('still'))
  await once(socket, 'close')
  databaseHealth.back()
  expect(back).toHaveBeenCalledOnce()
  server.close()
})
