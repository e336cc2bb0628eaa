import type { lookup } from 'node:dns'
import type { ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { postToPublic, type SendOptions } from './post-to-public.ts'
import { endReceivers, startReceiver } from '#server/modules/webhooks/webhooks.fixture.ts'

endReceivers()

const options: SendOptions = { allowLocal: true, timeoutMs: 20_000, signal: new AbortController().signal }

async function send(url: string, changes: Partial<SendOptions> = {}) {
  return await postToPublic(
    { url, headers: { 'content-type': 'application/json' }, body: '{}' },
    { ...options, ...changes },
  )
}

/** A resolver that answers with these addresses, the next list at each question. */
function answering(...answers: string[][]): { resolve: typeof lookup; asked: () => number } {
  let asked = 0
  const resolve = (_name: string, _options: unknown, callback: (...found: unknown[]) => void) => {
    const addresses = answers[Math.min(asked, answers.length - 1)]!
    asked += 1
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { resolve: resolve as unknown as typeof lookup, asked: () => asked }
}

test('a 2xx is taken; anything else is not, and no redirect is followed', async () => {
  const receiver = await startReceiver()
  const answers = async (answer: (response: ServerResponse) => void) => {
    receiver.answer = answer
    return await send(receiver.url)
  }
  expect(await answers((it) => it.writeHead(202).end())).toEqual({
    status: 202,
    error: null,
    retryAfterMs: 0,
  })
  expect(await answers((it) => it.writeHead(400).end('x'))).toMatchObject({ status: 400, error: 'refused' })
  const inside = { location: 'http://169.254.169.254/latest' }
  for (const status of [301, 302, 303, 307, 308])
    expect(await answers((it) => it.writeHead(status, inside).end())).toMatchObject({
      status,
      error: 'redirected',
    })
  expect(receiver.received).toHaveLength(7)
})

test('an endpoint may ask for more time, in seconds or by a date', async () => {
  const receiver = await startReceiver()
  const after = async (text: string) => {
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': text }).end()
    return (await send(receiver.url)).retryAfterMs
  }
  expect(await after('120')).toBe(120_000)
  expect(await after(new Date(Date.now() + 3_600_000).toUTCString())).toBeGreaterThan(3_000_000)
  expect(await after('soon')).toBe(0)
  expect(await after(new Date(0).toUTCString())).toBe(0)
})

test('an answer without end is not listened to, and one that does not come is waited for no longer than allowed', async () => {
  const receiver = await startReceiver()
  receiver.answer = (response) => {
    response.writeHead(200)
    const more = () => {
      if (!response.destroyed) response.write('x'.repeat(10_000), () => setImmediate(more))
    }
    more()
  }
  expect(await send(receiver.url)).toMatchObject({ status: 200, error: null })
  receiver.answer = () => undefined
  expect(await send(receiver.url, { timeoutMs: 300 })).toMatchObject({ status: null, error: 'timed_out' })
  // A head that grows without end.
  const flood = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`)
  })
  await new Promise<void>((resolve) => flood.listen(0, '127.0.0.1', resolve))
  const { port } = flood.address() as AddressInfo
  expect(await send(`http://localhost:${port}/`)).toMatchObject({ status: null, error: 'connection_failed' })
  flood.close()
})

test('goes to no address inside: literal in any notation, by name, among others, or by another answer a moment later', async () => {
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  const guarded = async (host: string, resolve?: typeof lookup) =>
    await send(`http://${host}:${port}/`, { allowLocal: false, resolve })
  const refused = { status: null, error: 'address_not_public', retryAfterMs: 0 }
  const inside = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.1.2.3',
    '169.254.169.254',
  ]
  for (const host of [...inside, '[fd00::1]', '[fe80::1]', '[64:ff9b::7f00:1]', '0.0.0.0', 'localhost'])
    expect(await guarded(host), host).toEqual(refused)
  for (const addresses of [['127.0.0.1'], ['::1'], ['10.0.0.8'], ['93.184.215.14', '192.168.1.1'], []])
    expect(await guarded('hooks.brand.example', answering(addresses).resolve), addresses.join()).toEqual(
      refused,
    )
  // Rebinding: it is asked once, and the connection goes where that answer said.
  expect(receiver.received).toEqual([])
  const rebinding = answering(['127.0.0.1'], ['10.0.0.8'])
  const { resolve } = rebinding
  expect(await send(`http://hooks.brand.example:${port}/`, { resolve })).toMatchObject({ status: 204 })
  expect([rebinding.asked(), receiver.received.length]).toEqual([1, 1])
})

test('gives a one-word reason why the connection failed, and ends at once when stopped', async () => {
  expect(await send('http://127.0.0.1:1/')).toMatchObject({ error: 'connection_refused' })
  const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
  const resolve = ((_name: string, _options: object, callback: (error: Error) => void) =>
    callback(unknown)) as unknown as typeof lookup
  expect(await send('http://nowhere.example/', { resolve })).toMatchObject({ error: 'name_unknown' })
  const receiver = await startReceiver()
  expect(await send(receiver.url.replace('http:', 'https:'))).toMatchObject({ error: 'connection_failed' })
  receiver.answer = () => undefined
  const ending = new AbortController()
  const attempt = send(receiver.url, { signal: ending.signal })
  ending.abort(new Error('stopping'))
  await expect(attempt).rejects.toThrow('stopping')
})
