import { afterEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { Config } from '#server/config.ts'
import { ProxyWatch } from './proxy-watch.ts'

let app: TestApp | undefined
afterEach(async () => {
  vi.useRealTimers()
  await app?.close()
  app = undefined
})

const visit = async (headers: Record<string, string>, url: string, remoteAddress = '127.0.0.1') =>
  await app!.server.inject({ url, remoteAddress, headers })
const forwarded = { 'x-forwarded-for': '203.0.113.7' }
const ready = async () => (await app!.server.inject('/readyz')).json()

test.each(['/', '/api/v1/exchange/rates/usd/to/crels', '/s/nothing'])(
  'behind https without TRUST_PROXY, /readyz says so from the first forwarded request on (%s)',
  async (url) => {
    app = await startTestApp({ publicOrigin: 'https://crels.example' })
    await visit({}, url)
    expect(await ready()).toEqual({ status: 'ready' })
    await visit(forwarded, url, '10.0.0.2')
    const answer = await app.server.inject('/readyz')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      status: 'ready',
      warnings: [{ check: 'proxy', detail: expect.stringContaining('Set TRUST_PROXY') }],
    })
    expect(answer.body).not.toContain('10.0.0.2')
  },
)

const cases: [config: Partial<Config>, headers: Record<string, string>, peer: string, said: RegExp | null][] =
  [
    [{}, forwarded, '127.0.0.1', /TRUST_PROXY/],
    [{}, forwarded, '::ffff:127.0.0.1', /TRUST_PROXY/],
    [{}, { forwarded: 'for=203.0.113.7' }, '::1', /TRUST_PROXY/],
    [{}, { 'x-real-ip': '203.0.113.7' }, '127.0.0.1', /TRUST_PROXY/],
    [{}, { 'x-forwarded-proto': 'https' }, '127.0.0.1', /TRUST_PROXY/],
    [{}, { 'x-forwarded-host': 'crels.example' }, '127.0.0.1', /TRUST_PROXY/],
    [
      { publicOrigin: 'https://crels.example', trustProxy: ['10.0.0.3'] },
      forwarded,
      '10.0.0.2',
      /TRUST_PROXY/,
    ],
    // It is trusted, and says what Crels does not read.
    [{ trustProxy: ['127.0.0.1'] }, { forwarded: 'for=203.0.113.7' }, '127.0.0.1', /X-Forwarded-For/],
    [{ trustProxy: ['127.0.0.1'] }, { 'x-real-ip': '203.0.113.7' }, '127.0.0.1', /X-Forwarded-For/],
    [{ trustProxy: ['127.0.0.0/8'] }, forwarded, '127.0.0.1', null],
    [{ trustProxy: ['127.0.0.1'] }, { ...forwarded, 'x-real-ip': '203.0.113.7' }, '127.0.0.1', null],
    [{ trustProxy: ['127.0.0.1'] }, forwarded, '::ffff:127.0.0.1', null],
    [{ publicOrigin: 'https://crels.example', trustProxy: ['10.0.0.0/8'] }, forwarded, '10.0.0.2', null],
    // Any client can send the header where no proxy need be.
    [{ publicOrigin: 'http://crels.example' }, forwarded, '203.0.113.9', null],
    [{ publicOrigin: 'https://crels.example' }, {}, '10.0.0.2', null],
  ]
test.each(cases)('%j, %j from %s: %s', (config, headers, remoteAddress, said) => {
  const logged: unknown[][] = []
  const log = { error: (...args: unknown[]) => logged.push(args) } as never
  const watch = new ProxyWatch({ trustProxy: [], publicOrigin: 'http://localhost:3000', ...config }, log)
  for (let n = 0; n < 5; n++) watch.look({ headers, socket: { remoteAddress } })
  if (said === null) expect([watch.check.look(), logged]).toEqual([null, []])
  else {
    expect(watch.check.look()).toMatch(said)
    expect(logged).toEqual([[{ proxy: remoteAddress }, expect.stringMatching(said)]])
  }
})

test('visitors who all come from a proxy’s own address are noticed, by their browsers', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const logged: unknown[][] = []
  const log = { error: (...args: unknown[]) => logged.push(args) } as never
  const config = { trustProxy: ['172.30.0.0/24', 'fd4c::/64'], publicOrigin: 'https://crels.example' }
  const watch = new ProxyWatch(config, log)
  const look = (userAgent: string, from: string) =>
    watch.look({
      headers: { 'x-forwarded-for': from, 'user-agent': userAgent },
      socket: { remoteAddress: '172.30.0.5' },
    })
  const firefox = (system: string, version = 140) =>
    `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
  const systems = ['X11; Linux x86_64', 'Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10.15']
  // What watches the site from its own machine is no visitor, nor is one person many whose browser is renewed.
  for (const userAgent of ['curl/8', 'Prometheus/3', 'Wget', 'kube-probe/1', 'Mozilla/5.0 one', ''])
    look(userAgent, '172.30.0.1')
  for (const version of [138, 139, 140]) look(firefox(systems[0]!, version), '172.30.0.1')
  for (const system of systems) {
    look(firefox(system), '203.0.113.7')
    look(firefox(system), '203.0.113.7, 172.30.0.1')
    look(firefox(system), 'unknown')
    look(firefox(system), '172.30.0.9')
    vi.advanceTimersByTime(301_000)
  }
  expect([watch.check.look(), logged]).toEqual([null, []])
  for (const system of systems) look(firefox(system), '172.30.0.1')
  expect(watch.check.look()).toMatch(/names as a proxy/)
  expect(logged).toEqual([[{ proxy: '172.30.0.1' }, expect.stringContaining('IPv6')]])
  vi.advanceTimersByTime(3_600_000)
  expect(watch.check.look()).toBeNull()
})

test('the log names no address of the internet', () => {
  const logged: unknown[] = []
  const log = { error: (...args: unknown[]) => logged.push(args) } as never
  const watch = new ProxyWatch({ trustProxy: [], publicOrigin: 'https://crels.example' }, log)
  watch.look({ headers: forwarded, socket: { remoteAddress: '203.0.113.9' } })
  expect(logged).toHaveLength(1)
  expect(JSON.stringify(logged)).not.toContain('203.0.113.9')
})
