import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/database.ts'
import { openSharedStore } from '../platform/redis.ts'
import { checkCertificates } from './certificates-check.ts'

const check = (settings: Record<string, string>, environment = {}) =>
  checkCertificates({ config: readConfig(settings) }, environment)
const database = (query: string) => `postgres://crels:crels@db.example/crels${query}`

test.each<Record<string, string>>([
  {},
  { DATABASE_URL: database('') },
  { DATABASE_URL: database('?sslmode=verify-full') },
  { DATABASE_URL: database('?sslmode=require') },
  { DATABASE_URL: database('?sslmode=require&uselibpqcompat=true&sslrootcert=/etc/crels/postgres.crt') },
  { SMTP_URL: 'smtps://mail.example' },
])('certificates: verified with %j', (settings) => {
  expect(check(settings)).toMatchObject({ verdict: 'ok' })
})

test.each([
  [{ DATABASE_URL: database('?sslmode=no-verify') }, 'DATABASE_URL'],
  [{ DATABASE_URL: database('?sslmode=require&uselibpqcompat=true') }, 'DATABASE_URL'],
  [{ DATABASE_URL: database('?sslmode=no-verify'), DATABASE_DIRECT_URL: database('') }, 'DATABASE_URL'],
  [
    { DATABASE_URL: database(''), DATABASE_DIRECT_URL: database('?sslmode=no-verify') },
    'DATABASE_DIRECT_URL',
  ],
  [
    {
      DATABASE_URL: database(''),
      DATABASE_REPLICA_URLS: [database(''), database('?sslmode=no-verify')].join(','),
    },
    'DATABASE_REPLICA_URLS',
  ],
  [{ SMTP_URL: 'smtps://mail.example/?tls.rejectUnauthorized=false' }, 'SMTP_URL'],
])('certificates: a warning with %j', (settings, setting) => {
  expect(check(settings)).toMatchObject({
    verdict: 'warning',
    says: expect.stringMatching(`^are not verified by ${setting}:`) as string,
  })
})

test('certificates: a warning where Node is told to verify none', () => {
  expect(check({}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatchObject({
    verdict: 'warning',
    says: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED') as string,
  })
})

/** Servers whose certificate nobody vouches for, and what they hear over TLS. */
let heard: string
let impostor: Server
let postgres: Server
const place = (server: Server) => `localhost:${(server.address() as AddressInfo).port}`
beforeAll(async () => {
  const folder = temporaryFolder('impostor')
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', [...made, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
  const own = { key: readFileSync(keyFile), cert: readFileSync(certFile) }
  const listen = (socket: Socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  }
  impostor = createTlsServer(own, listen)
  const secureContext = createSecureContext(own)
  // A client of PostgreSQL asks whether there is TLS, is answered by one letter, and then begins with it.
  postgres = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      listen(new TLSSocket(socket, { isServer: true, secureContext }))
    })
  })
  for (const server of [impostor, postgres])
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
})
afterAll(async () => {
  for (const server of [impostor, postgres]) await new Promise((resolve) => server.close(resolve))
})

test.each(['verify-full', 'require'])(
  'PostgreSQL whose certificate nobody vouches for is told nothing by sslmode=%s',
  async (mode) => {
    heard = ''
    const db = openDatabase({
      url: `postgres://crels:crels@${place(postgres)}/crels?sslmode=${mode}`,
      poolSize: 1,
    })
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/self.signed certificate/)
    await db.destroy()
    expect(heard).toBe('')
  },
)

test('a store of REDIS_URL whose certificate nobody vouches for is told nothing', async () => {
  heard = ''
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const store = openSharedStore(`rediss://:password@${place(impostor)}`, log)!
  await expect.poll(() => lines.join('')).toMatch(/self.signed certificate/)
  expect(await store.trouble()).toContain('is away')
  store.close()
  expect(heard).toBe('')
})

test('an outside service whose certificate nobody vouches for is told nothing', async () => {
  heard = ''
  const asked = fetch(`https://${place(impostor)}/v1/payments/payouts`, { method: 'POST', body: 'a payout' })
  await expect(asked).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
  expect(heard).toBe('')
})
