import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NetworkFailure } from './api-problem.ts'
import { request } from './http.ts'

const answers: Record<string, (to: ServerResponse) => Promise<unknown>> = {
  /** Eight parts of it, one each 50 ms. */
  '/slow.csv': async (to) => {
    to.writeHead(200, file('text/csv'))
    for (let part = 0; part < 8; part += 1) {
      to.write(`part ${part}\r\n`)
      await setTimeout(50)
    }
    to.end()
  },
  '/silent.csv': async (to) => {
    to.writeHead(200, file('text/csv'))
    to.write('part 0\r\n')
    await setTimeout(1_000)
    to.end()
  },
  '/cut.csv': async (to) => {
    to.writeHead(200, file('text/csv'))
    to.write('part 0\r\n')
    await setTimeout(50)
    to.destroy()
  },
  '/log.json': async (to) => to.writeHead(200, file('application/json')).end('[\n{"seq":1}\n]\n'),
  '/list': async (to) => {
    to.writeHead(200, { 'content-type': 'application/json' })
    to.write('{')
    await setTimeout(1_000)
    to.end('}')
  },
  '/never': async () => {},
}
const file = (type: string) => ({
  'content-type': type,
  'content-disposition': 'attachment; filename="it"',
})

const server = createServer((asked, to) => void answers[asked.url!]!(to))
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => server.closeAllConnections())

const get = async (path: string) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return await request({ method: 'GET', url, silenceMs: 200 })
}

test('a file takes as long as it needs while its parts come, and arrives whole', async () => {
  const whole = await get('/slow.csv')
  expect(whole).toBeInstanceOf(Blob)
  expect((whole as Blob).type).toBe('text/csv')
  expect((await (whole as Blob).text()).trim().split('\r\n')).toHaveLength(8)
})

test('a file that falls silent, or is cut off, is a failure and no file', async () => {
  await expect(get('/silent.csv')).rejects.toBeInstanceOf(NetworkFailure)
  await expect(get('/cut.csv')).rejects.toBeInstanceOf(NetworkFailure)
})

test('a file of JSON is the file as it was written, to its last byte', async () => {
  const log = await get('/log.json')
  expect(await (log as Blob).text()).toBe('[\n{"seq":1}\n]\n')
})

test('what is not a file is answered in time or fails', async () => {
  await expect(get('/never')).rejects.toBeInstanceOf(NetworkFailure)
  await expect(get('/list')).rejects.toBeInstanceOf(NetworkFailure)
})
