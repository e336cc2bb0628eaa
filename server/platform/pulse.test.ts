import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { DatabaseAway } from './outage.ts'
import { Pulse } from './pulse.ts'

const log = pino({ level: 'silent' })

test('nobody waits for a connection while the database is away', async () => {
  const pulse = new Pulse(log)
  const connect = vi.fn(async () => ({ release: vi.fn() }))
  pulse.lost(new Error('gone'))
  await expect(pulse.connecting(connect)).rejects.toThrow(DatabaseAway)
  expect(connect).not.toHaveBeenCalled()
  pulse.back()
  await pulse.connecting(connect)
  expect(connect).toHaveBeenCalledOnce()
})

test('who waits when it is lost is told at once, and a connection that comes late is given back', async () => {
  const pulse = new Pulse(log)
  const late = Promise.withResolvers<{ release: (destroy: boolean) => void }>()
  const waiting = pulse.connecting(async () => await late.promise)
  pulse.lost(new Error('gone'))
  await expect(waiting).rejects.toThrow(DatabaseAway)
  const release = vi.fn()
  late.resolve({ release })
  await endOfTurn()
  expect(release).toHaveBeenCalledExactlyOnceWith(true)
})

test('cuts every connection when the database is lost, and says once that it is back', async () => {
  const pulse = new Pulse(log)
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = pulse.socket().connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const back = vi.fn()
  pulse.onBack(back)
  pulse.back()
  expect(back).not.toHaveBeenCalled()
  pulse.lost(new Error('gone'))
  pulse.lost(new Error('still'))
  await once(socket, 'close')
  pulse.back()
  expect(back).toHaveBeenCalledOnce()
  server.close()
})
