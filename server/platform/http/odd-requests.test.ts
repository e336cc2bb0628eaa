import { get, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'

let app: TestApp
let member: TestMember
let port: number
beforeAll(async () => {
  app = await startTestApp({}, { webDir: inject('webDir') })
  port = Number(new URL(await app.listen()).port)
  member = await createMember(app)
})
afterAll(() => app.close())

/** Sends an address as it is: `inject()` and `fetch()` would mend it. */
const sent = async (path: string) =>
  await new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path }, (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((body) => resolve({ status, headers, body }), reject)
    }).on('error', reject)
  })

const patch = async (payload: string) =>
  await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${member.uid}`,
    headers: { ...member.headers, 'content-type': 'application/json' },
    payload,
  })

test.each([
  '//',
  '//a:99999/',
  '///evil.example',
  '//login',
  '/%',
  '/%ff',
  '/campaigns/%E0%A4%A',
  '/%00',
  '/campaigns/%00',
])('answers %s, which is no page, with the 404 page', async (url) => {
  const response = await sent(url)
  expect(response.status).toBe(404)
  expect(response.body).toContain('<title>Page Not Found</title>')
  expect(response.headers['content-security-policy']).toContain("script-src 'self'")
})

test.each(['/api/v1/%', '/api/v1/brands/%E0%A4%A', `/api/v1/brands/${'a'.repeat(600)}`, '/identity/%ff'])(
  'answers %s with a problem, its headers and its request id',
  async (url) => {
    const response = await app.server.inject({ url, headers: member.headers })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found', requestId: response.headers['x-request-id'] })
    expect(response.headers['content-security-policy']).toBeDefined()
  },
)

test.each(['/?from=%00', '/campaigns/all?q=%00', '/faq?q=a%00b'])(
  'answers %s with the page it names',
  async (url) => {
    const response = await app.server.inject({ url, headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  },
)

test('a null character in an address is refused with the headers of every answer', async () => {
  const response = await app.server.inject('/api/v1/brands/%00')
  expect(response.statusCode).toBe(400)
  expect(response.json().requestId).toBe(response.headers['x-request-id'])
  expect(response.headers['content-security-policy']).toBeDefined()
})

test.each([
  String.raw`{"channels":[{"platform":"youtube","address":"\ud800"}]}`,
  String.raw`{"channels":[{"platform":"youtube","address":"a\\\udc00"}]}`,
  String.raw`{"fullName":"\u0000"}`,
  String.raw`{"fullName":"\\\u0000"}`,
])('refuses text that cannot be stored: %s', async (payload) => {
  const response = await patch(payload)
  expect(response.statusCode).toBe(400)
  expect(response.json().code).toBe('malformed_request')
})

test.each([
  [String.raw`{"fullName":"\\u0000 and \\ud800"}`, String.raw`\u0000 and \ud800`],
  [String.raw`{"fullName":"\ud83d\ude00"}`, '😀'],
])('keeps text that only looks like it: %s', async (payload, fullName) => {
  const response = await patch(payload)
  expect(response.statusCode).toBe(200)
  expect(response.json().fullName).toBe(fullName)
})

test('no refusal may be kept by a cache, also before its endpoint was known', async () => {
  for (const response of [await patch('{'), await app.server.inject('/api/v1/nothing')])
    expect(response.headers['cache-control']).toMatch(/no-store/)
})

/** What comes back for bytes. */
const answerTo = async (bytes: string) => {
  const socket = connect(port, '127.0.0.1')
  socket.end(bytes)
  return await text(socket)
}

test.each([
  ['FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'malformed_request'],
  ['\x16\x03\x01\x02\r\n\r\n', 400, 'malformed_request'],
  [`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 413, 'payload_too_large'],
])('answers bytes that are no request (%#) with a problem', async (bytes, status, code) => {
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(head).toContain('content-type: application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ status, code, requestId: expect.stringMatching(/^req_/) })
})
