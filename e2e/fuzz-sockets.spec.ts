import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { fuzzRuns, fuzzSeed, fuzzTimeoutMs, tryMany } from './fuzz-runs.fixture.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
// Whatever was sent, the next person is answered.
afterEach(async () => expect((await fetch(`${site.origin}/healthz`)).status).toBe(200))

const head = (line: string, ...headers: string[]) =>
  [line, 'Host: localhost', ...headers, '', ''].join('\r\n')
const post = (...headers: string[]) =>
  head('POST /identity/sign-in HTTP/1.1', 'Content-Type: application/json', ...headers)

describe(`FUZZ_SEED=${fuzzSeed} FUZZ_RUNS=${fuzzRuns}`, () => {
  test.each([
    ['a body shorter than its length', `${post('Content-Length: 50')}{"email":`],
    ['a body longer than its length', `${post('Content-Length: 2', 'Connection: close')}{}{"email":1}`],
    ['two lengths', `${post('Content-Length: 2', 'Content-Length: 20')}{}`],
    ['a length and chunks', `${post('Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`],
    ['a negative length', `${post('Content-Length: -1')}{}`],
    ['a length beyond numbers', `${post('Content-Length: 99999999999999999999999')}{}`],
    ['a length beyond the limit', `${post('Content-Length: 999999999')}{}`],
    ['chunks that are none', `${post('Transfer-Encoding: chunked')}zz\r\n{}\r\n`],
    ['a chunk beyond numbers', `${post('Transfer-Encoding: chunked')}ffffffffffffffffff\r\n{}`],
    ['an unknown coding', `${post('Transfer-Encoding: gzip, nonsense')}{}`],
    ['no request line', '\r\n\r\n\r\n\r\n'],
    ['an unknown version', head('GET / HTTP/9.9')],
    ['HTTP/0.9', 'GET /\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', head('GET / HTTP/1.1', 'Host: evil.example', 'Connection: close')],
    ['a foreign address', head('GET http://evil.example/ HTTP/1.1', 'Connection: close')],
    ['a foreign address of no page', head('GET http://evil.example/%0d%0a HTTP/1.1', 'Connection: close')],
    ['a tunnel', head('CONNECT evil.example:443 HTTP/1.1')],
    ['a star', head('OPTIONS * HTTP/1.1', 'Connection: close')],
    ['a bare line feed in a header', 'GET / HTTP/1.1\nHost: localhost\nX: y\n\n'],
    ['a folded header', head('GET / HTTP/1.1', 'X-A: b', ' c', 'Connection: close')],
    ['an unknown expectation', `${post('Expect: tea', 'Content-Length: 2', 'Connection: close')}{}`],
    ['an upgrade', head('GET / HTTP/1.1', 'Connection: Upgrade', 'Upgrade: h2c')],
    ['3 000 headers', head('GET / HTTP/1.1', ...Array.from({ length: 3000 }, (_, n) => `x${n}: y`))],
    ['a header of 100 KB', head('GET / HTTP/1.1', `X-A: ${'a'.repeat(100_000)}`)],
    ['a line of 100 KB', head(`GET /${'a'.repeat(100_000)} HTTP/1.1`)],
    ['2 MB of nothing', 'a'.repeat(2_000_000)],
    ['2 MB of body', `${post('Content-Length: 2000000')}${'[0,'.repeat(500_000)}`],
  ])('%s is refused or answered, and the connection ends', async (_, bytes) => {
    expectSafe(await answerTo(bytes))
  })

  test(
    'any bytes are refused or answered',
    async () => {
      const text = fc.string({ unit: 'grapheme-ascii', maxLength: 30 })
      const pieces = fc.oneof(
        fc.constantFrom(
          'GET ',
          'POST ',
          '/',
          ' HTTP/1.1',
          '\r\n',
          '\n',
          '\r\n\r\n',
          'Host: localhost',
          ': ',
          '0',
          '\0',
        ),
        fc.constantFrom(
          'Content-Length: 5',
          'Transfer-Encoding: chunked',
          'Connection: keep-alive',
          '{"a":1}',
        ),
        text,
        fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      )
      const requests = fc.oneof(
        fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
        fc
          .tuple(text, text, pieces)
          .map(([path, name, value]) => head(`GET /${path} HTTP/1.1`, `${name}: ${value}`)),
        fc.tuple(pieces, text).map(([header, body]) => `${post(header)}${body}`),
      )
      await tryMany(requests, async (bytes) => expectSafe(await answerTo(bytes)))
    },
    fuzzTimeoutMs,
  )

  test('slow bodies and heads delay no other request, and those that finish are answered', async () => {
    const finishing = open(`${post('Content-Length: 9', 'Connection: close')}{"emai`)
    const dawdling = Array.from({ length: 200 }, (_, n) =>
      open(n % 2 ? `${post('Content-Length: 60000')}{` : 'GET / HTTP/1.1\r\nHost: localhost\r\nX-'),
    )
    try {
      for (const path of ['/login', '/s/nobody7', '/api/v1/nothing', '/api/v1/public/openapi.json'])
        expect((await fetch(site.origin + path)).status).toBeLessThan(500)
      finishing.socket.write('l":')
      expect(statusOf(await finishing.answer)).toBe(400)
    } finally {
      for (const { socket } of dawdling) socket.destroy()
    }
  })

  test.runIf(fuzzRuns > 1000)(
    'a body that never comes ends with a refusal (by `npm run fuzz` alone: it waits half a minute and more)',
    async () => {
      expectSafe(await open(`${post('Content-Length: 50')}{`, 90_000).answer)
    },
    100_000,
  )
})

/** What comes back until the connection ends; the client ends its half at once. */
async function answerTo(bytes: string): Promise<string> {
  const { socket, answer } = open(bytes)
  socket.end()
  return await answer
}

function open(bytes: string, withinMs = 40_000): { socket: Socket; answer: Promise<string> } {
  const socket = connect(site.config.port, '127.0.0.1')
  const answer = new Promise<string>((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => {
      socket.destroy()
      reject(
        new Error(
          `No end after ${withinMs} ms: ${JSON.stringify(bytes.slice(0, 200))} → ${text.slice(0, 500)}`,
        ),
      )
    }, withinMs)
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    // A server that has had enough resets what is still being sent.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
  answer.catch(() => {})
  socket.write(bytes, 'latin1')
  return { socket, answer }
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])
}

/** No failure of ours; where something is said, with the headers of every answer. Silence is an answer to no request. */
function expectSafe(answer: string): void {
  if (answer === '') return
  expect(statusOf(answer), answer.slice(0, 500)).toBeGreaterThanOrEqual(200)
  expect(statusOf(answer), answer.slice(0, 500)).toBeLessThan(500)
  const [headers = '', body = ''] = answer.split('\r\n\r\n', 2).map((part) => part.trim())
  // Node's own refusals (no host, an unknown expectation) say nothing but their status.
  if (body === '' || body === '0') return
  expect(headers).toMatch(/^x-content-type-options: nosniff$/im)
  expect(headers).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im)
}
