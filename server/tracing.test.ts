import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { testConfig } from '#testing/config.ts'
import { createTestDatabase } from '#testing/database.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { createApp, type App } from './app.ts'
import { summaryOf } from './platform/tracing/query-spans.ts'
import { traced } from './platform/tracing/tracing.ts'

interface Span {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** A collector: takes OTLP as JSON at `/v1/traces`, and answers `status`. */
async function startCollector() {
  const spans: Span[] = []
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const collector = { status: 200 }
  const server = createServer((asked, response) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
      if (collector.status !== 200) return
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      headers.push({ ...asked.headers, url: asked.url })
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
      }
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { collector, spans, bodies, headers, url, close: () => server.close() }
}

type Collector = Awaited<ReturnType<typeof startCollector>>

let collecting: Collector
let app: App
let member: TestMember
const lines: Record<string, unknown>[] = []
const closers: (() => unknown)[] = []

beforeAll(async () => {
  collecting = await startCollector()
  closers.push(collecting.close)
  const database = await createTestDatabase()
  closers.push(database.drop)
  const traces = {
    endpoint: collecting.url,
    headers: { authorization: 'Bearer abc' },
    serviceName: 'crels-test',
    share: 1,
  }
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  app = await createApp(testConfig(database.url, { traces }), pino({ level: 'info' }, destination))
  closers.push(() => app.close())
  await app.server.ready()
  member = await createMember(app, { displayName: 'Zaphod Beeblebrox' })
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

const attributes = ({ attributes: all }: Span) =>
  Object.fromEntries(
    all.map(({ key, value }) => {
      const [one] = Object.values(value)
      return [key, typeof one === 'string' && 'intValue' in value ? Number(one) : one]
    }),
  )
/** The spans of the trace whose request has this id, once they are there. */
async function traceOf(requestId: unknown): Promise<Span[]> {
  return await vi.waitFor(() => {
    const root = collecting.spans.find((span) => attributes(span)['crels.request.id'] === requestId)
    expect(root).toBeDefined()
    return collecting.spans.filter(({ traceId }) => traceId === root!.traceId)
  }, 20_000)
}

test('a request is a trace with its statements, and its line in the log names it', async () => {
  await createCampaign(app, { title: 'Towels of Magrathea' })
  const response = await app.server.inject({
    url: '/api/v1/campaigns?q=towels&limit=5',
    headers: {
      ...member.headers,
      'user-agent': 'Sirius browser',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    },
  })
  expect(response.statusCode).toBe(200)
  const trace = await traceOf(response.headers['x-request-id'])
  const root = trace.find(({ parentSpanId }) => !parentSpanId)!
  expect(root).toMatchObject({ name: 'GET /api/v1/campaigns', kind: 2 })
  expect(root.traceId).not.toBe('a'.repeat(32))
  expect(attributes(root)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/campaigns',
    'crels.request.id': response.headers['x-request-id'],
    'http.response.status_code': 200,
  })
  const statements = trace.filter((span) => attributes(span)['db.system.name'] === 'postgresql')
  expect(statements.length).toBeGreaterThan(0)
  expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root.spanId]))
  for (const span of statements)
    expect(Object.keys(attributes(span)).sort()).toEqual([
      'db.operation.name',
      'db.query.summary',
      'db.system.name',
    ])
  const line = lines.find(({ reqId }) => reqId === response.headers['x-request-id'])
  expect(line).toMatchObject({ msg: 'request', traceId: root.traceId })
})

test('one that changes something has the statements after its body was read', async () => {
  const body = JSON.stringify({ fullName: 'Tricia McMillan' })
  const sending = request(`${await app.listen()}/api/v1/users/${member.uid}`, {
    method: 'PATCH',
    headers: { ...member.headers, 'content-type': 'application/json', 'content-length': body.length },
  })
  // Later than its head: the socket's events are of no request.
  sending.flushHeaders()
  setTimeout(() => sending.end(body), 100)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  expect(response.resume().statusCode).toBe(200)
  const names = (await traceOf(response.headers['x-request-id'])).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['PATCH /api/v1/users/:uid', 'UPDATE member', 'COMMIT']))
})

test('what was refused and what there is not says so, with the pattern of its route or none', async () => {
  const refused = await app.server.inject({ url: '/api/v1/users/usr_towel', headers: member.headers })
  expect(refused.statusCode).toBe(403)
  const [root] = await traceOf(refused.headers['x-request-id'])
  expect(attributes(root!)).toMatchObject({ 'crels.refusal': 'forbidden', 'http.response.status_code': 403 })
  const nowhere = await app.server.inject({ url: '/api/v1/towel/of/zaphod@example.com' })
  expect((await traceOf(nowhere.headers['x-request-id']))[0]!.name).not.toContain('towel')
})

test('jobs and calls to other servers are spans, of the host alone', async () => {
  const other = createServer((_, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  await traced('job test', { 'crels.job': 'test' }, async () => {
    await sql`select 'Ford Prefect' as name`.execute(app.db)
    await fetch(`http://127.0.0.1:${port}/magrathea?of=ford`)
  })
  other.close()
  const job = await vi.waitFor(() => {
    const found = collecting.spans.find(({ name }) => name === 'job test')
    expect(found).toBeDefined()
    return found!
  }, 20_000)
  const parts = collecting.spans.filter(({ parentSpanId }) => parentSpanId === job.spanId)
  expect(parts.map(({ name }) => name)).toEqual(['SELECT', `GET 127.0.0.1:${port}`])
  expect(parts[1]).toMatchObject({ kind: 3, status: { code: 2 } })
  expect(attributes(parts[1]!)).toMatchObject({ 'http.response.status_code': 503, 'error.type': '503' })
})

test('what goes on after a job is no part of it', async () => {
  const after = new Promise<void>((resolve) => {
    void traced('job ends', {}, async () => {
      setTimeout(() => void sql`select 1`.execute(app.db).then(() => resolve()), 100)
    })
  })
  await after
  await traced('job after', {}, async () => void (await sql`select 1`.execute(app.db)))
  const [ended, later] = await vi.waitFor(() => {
    const found = ['job ends', 'job after'].map((name) => collecting.spans.find((span) => span.name === name))
    expect(found).not.toContain(undefined)
    return found
  }, 20_000)
  const partsOf = (job?: Span) => collecting.spans.filter(({ parentSpanId }) => parentSpanId === job!.spanId)
  expect([partsOf(ended).length, partsOf(later).length]).toEqual([0, 1])
})

test('nothing that was sent names a person, a value or a token', () => {
  const sent = collecting.bodies.join('\n')
  expect(sent).toContain('crels-test')
  for (const personal of [
    member.email,
    member.uid,
    member.accessToken,
    'Zaphod',
    'Tricia',
    'towel',
    'Towel',
    'Ford',
    'ford',
    'agrathea',
    'Sirius',
    '198.51',
    'db.query.text',
    'url.',
  ])
    expect(sent, personal).not.toContain(personal)
  expect(collecting.headers[0]).toMatchObject({ url: '/v1/traces', authorization: 'Bearer abc' })
})

test('a collector that is away breaks nothing, and the log says so once', async () => {
  collecting.collector.status = 400
  for (let round = 0; round < 3; round += 1) {
    expect((await app.server.inject({ url: '/api/v1/campaigns', headers: member.headers })).statusCode).toBe(
      200,
    )
    await new Promise((resolve) => setTimeout(resolve, 1_200))
  }
  const said = () =>
    lines.filter(({ msg }) => String(msg).includes('OTEL_EXPORTER_OTLP_ENDPOINT')).map(({ msg }) => msg)
  expect(said()).toEqual(['The collector of OTEL_EXPORTER_OTLP_ENDPOINT takes no traces'])
  collecting.collector.status = 200
  await app.server.inject({ url: '/api/v1/campaigns', headers: member.headers })
  await vi.waitFor(() => expect(said()).toHaveLength(2), 20_000)
})

test.each([
  ['select 1', 'SELECT'],
  ["insert into member (name) values ('from bob')", 'INSERT member'],
  ['select \'update alice\', "x" from "click_day" where a = $1', 'SELECT click_day'],
  ['with b as (select $$from carol$$) update only txn set a = 1', 'WITH txn'],
  ['-- from dave\nbegin', 'BEGIN'],
])('%s is told as %s', (text, summary) => {
  expect(summaryOf(text).summary).toBe(summary)
})
