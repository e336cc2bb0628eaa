import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { answerUnreadable } from './unreadable-request.ts'

const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 }

/** A server that waits a tenth of a second for heads and bodies, and answers what it cannot read as Crels does. */
async function serve(handler: RequestListener = () => {}) {
  const server = createServer(limits, handler)
  server.on('clientError', answerUnreadable('http://localhost:3000', pino({ level: 'silent' })) as never)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return clientsOf(server)
}

function clientsOf(server: Server) {
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  return {
    /** One that reads what it gets and never closes its own half. */
    dawdle: async (text: string) => {
      const { port } = server.address() as AddressInfo
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      sockets.push(socket)
      let got = ''
      socket.setEncoding('utf8').on('data', (more: string) => (got += more))
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(text)
      return () => got
    },
    held: async () =>
      await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
  }
}

test.each([
  ['a head that never ends', 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
  ['nothing but a letter', 'G'],
  ['a body that never ends', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf'],
  ['bytes that are no request', 'hello\r\n\r\n'],
  ['a head that is too large', `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
])('frees the socket of a client that sends %s and stays', async (_, text) => {
  const { dawdle, held } = await serve()
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await dawdle(text)))
  expect(await held()).toBeGreaterThan(0)
  for (const got of answers) await expect.poll(got).toMatch(/^HTTP\/1\.1 4(00|13) .*"code":/s)
  await expect.poll(held, { timeout: 3_000 }).toBe(0)
})

test('writes nothing into an answer that is under way', async () => {
  const { dawdle, held } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('begun')
  })
  const got = await dawdle('GET / HTTP/1.1\r\nHost: localhost\r\n\r\nno request at all\r\n\r\n')
  await expect.poll(held, { timeout: 3_000 }).toBe(0)
  expect(got()).not.toContain('HTTP/1.1 400')
})

test('500 clients of Crels itself that never end their heads keep no connection after the timeout', async () => {
  const app = await startTestApp()
  onTestFinished(app.close)
  const { server } = app.server
  expect(server.requestTimeout).toBe(30_000)
  // Half a minute is long for a test; all else is as it is.
  Object.assign(server, limits)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { dawdle, held } = clientsOf(server)
  const slow = Array.from({ length: 500 }, async () => await dawdle('GET / HTTP/1.1\r\nHost: localhost\r\n'))
  const answers = await Promise.all(slow)
  await expect.poll(held).toBe(0)
  for (const got of answers) expect(got()).toMatch(/^HTTP\/1\.1 400 /)
})
