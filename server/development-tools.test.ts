import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { readConfig, type Config } from './config.ts'
import { SettingProblem } from './read-setting.ts'
import { openMailer } from './platform/mail/mailer.ts'

const paths = ['/dev/mail', '/dev/mail.json', '/dev/brand/any', '/metrics']
/** The router reads these as the mailbox, too. */
const respelled = ['/%64ev/mail', '/d%65v/mail.json', '/%64%65%76/mail']

test.each<Partial<Config>>([
  { host: '0.0.0.0' },
  { host: '::' },
  { host: '192.168.1.5' },
  { publicOrigin: 'http://crels.example' },
  { publicOrigin: 'http://192.168.1.5:3000' },
  { publicOrigin: 'http://localhost.example' },
])('where %j can be reached from elsewhere, nothing for development is served', async (place) => {
  const app = await startTestApp(place)
  try {
    for (const url of paths) expect((await app.server.inject(url)).statusCode, url).toBe(404)
  } finally {
    await app.close()
  }
})

test('settings open them by their names, to hosts that are named; a token opens the metrics', async () => {
  const app = await startTestApp({
    host: '0.0.0.0',
    developmentTools: true,
    developmentHosts: ['192.168.1.5'],
    allowedHosts: ['inside.example'],
    publicOrigin: 'http://crels.example',
    metricsToken: 'a token of some length',
  })
  try {
    const mailbox = async (asked: Record<string, string>, url = '/dev/mail') =>
      (await app.server.inject({ url, headers: asked })).statusCode
    expect(await mailbox({})).toBe(200)
    expect(await mailbox({ host: '192.168.1.5:3000', via: '1.1 proxy' })).toBe(200)
    // A page that has a name of the site lead to this machine would read everybody's mail.
    for (const host of ['crels.example', 'inside.example', 'evil.example'])
      for (const url of ['/dev/mail', ...respelled]) expect(await mailbox({ host }, url), host).toBe(421)
    expect(await mailbox({ 'x-forwarded-for': '203.0.113.7' })).toBe(404)
    const headers = { authorization: 'Bearer a token of some length' }
    expect((await app.server.inject({ url: '/metrics', headers })).statusCode).toBe(200)
  } finally {
    await app.close()
  }
})

test('settings: demo data and local destinations are on where Crels is reached from this machine alone', () => {
  const here = { demoData: true, allowLocalDestinations: true }
  const elsewhere = { demoData: false, allowLocalDestinations: false }
  expect(readConfig({})).toMatchObject(here)
  expect(readConfig({ HOST: '127.0.0.2', PUBLIC_ORIGIN: 'http://[::1]:3000' })).toMatchObject(here)
  for (const HOST of ['0.0.0.0', '::', '10.0.0.1']) expect(readConfig({ HOST })).toMatchObject(elsewhere)
  for (const PUBLIC_ORIGIN of ['http://crels.example', 'http://10.0.0.1:3000', 'http://127.0.0.1.example'])
    expect(readConfig({ PUBLIC_ORIGIN })).toMatchObject(elsewhere)
  expect(readConfig({ HOST: '0.0.0.0', DEVELOPMENT_TOOLS: 'true' })).toMatchObject(here)
  expect(readConfig({ DEVELOPMENT_TOOLS: 'false' })).toMatchObject(elsewhere)
  expect(readConfig({ HOST: '0.0.0.0', DEMO_DATA: 'true' }).demoData).toBe(true)
})

test.each([
  [{ DEVELOPMENT_TOOLS: 'true', NODE_ENV: 'production' }],
  [{ DEVELOPMENT_TOOLS: 'true', PUBLIC_ORIGIN: 'https://crels.example', SMTP_URL: 'smtp://mail.example' }],
  // Passwords are hashed in no time there.
  [{ NODE_ENV: 'test', HOST: '0.0.0.0' }],
  [{ NODE_ENV: 'test', PUBLIC_ORIGIN: 'http://crels.example' }],
])('%j does not start', (environment) => {
  expect(() => readConfig(environment)).toThrow(SettingProblem)
})

test.each(['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', '[2001:db8::1]:3000'])(
  'a page that has its name lead to this machine (%s) reads no mailbox and no metrics',
  async (host) => {
    const app = await startTestApp({ publicOrigin: 'http://localhost:3000' })
    try {
      for (const url of [...paths, ...respelled])
        expect((await app.server.inject({ url, headers: { host } })).statusCode, url).toBe(421)
      for (const own of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'LOCALHOST'])
        expect((await app.server.inject({ url: '/dev/mail', headers: { host: own } })).statusCode).toBe(200)
    } finally {
      await app.close()
    }
  },
)

test('what a proxy hands on from elsewhere reads no mailbox and no metrics', async () => {
  const app = await startTestApp({ publicOrigin: 'http://localhost:3000' })
  try {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      for (const url of ['/dev/mail', '/metrics', ...respelled])
        expect((await app.server.inject({ url, headers: { [name]: '203.0.113.7' } })).statusCode).toBe(404)
  } finally {
    await app.close()
  }
})

test('an allowed host, and an address written in another way, reach no development tool', async () => {
  const app = await startTestApp({
    publicOrigin: 'http://localhost:3000',
    allowedHosts: ['inside.example'],
  })
  try {
    const headers = { host: 'inside.example' }
    for (const url of ['/dev/mail', ...respelled])
      expect((await app.server.inject({ url, headers })).statusCode, url).toBe(421)
    expect((await app.server.inject({ url: '/faq', headers })).statusCode).toBe(200)
    const stranger = { host: 'outside.example' }
    expect((await app.server.inject({ url: '/faq', headers: stranger })).statusCode).toBe(421)
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.server.address() as AddressInfo
    const absolute = get({ port, path: 'http://inside.example/dev/mail', headers })
    const [answer] = (await once(absolute, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(421)
  } finally {
    await app.close()
  }
})

test('says that no mail leaves where there is no mailbox page to read it', () => {
  const warned: unknown[] = []
  const log = { warn: (line: unknown) => warned.push(line) } as never
  const open = (environment: Record<string, string>) =>
    openMailer({ db: null!, config: readConfig(environment), secret: null!, log, enqueue: null! })
  open({})
  expect(warned).toEqual([])
  open({ HOST: '0.0.0.0' })
  open({ NODE_ENV: 'production' })
  expect(warned).toHaveLength(2)
})
