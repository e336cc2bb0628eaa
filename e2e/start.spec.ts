import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { startTestPostgres } from '#testing/postgres.ts'
import {
  crels,
  databaseOf,
  endPrograms,
  nodeStart,
  startProgram,
  startSite,
  temporaryDataDir,
  type Ended,
  type StartedSite,
} from '#testing/processes.ts'

// Each starts whole programs; beside browser tests on two cores that takes its time.
vi.setConfig({ testTimeout: 90_000 })

// One installation through its life: started, shared, stopped, killed and started again. Later tests go on with it.
const dataDir = temporaryDataDir()
const npmStart = ['npm', 'start', '--silent']
let site: StartedSite

afterAll(endPrograms)

/** What a start that did not come about says: one line, on standard error. */
const refused = (line: string | RegExp) => ({
  status: 1,
  stderr: expect.stringMatching(line instanceof RegExp ? line : new RegExp(`^${line}\n$`)),
})

test('npm start opens the site with demo data, says where in one line, and how to sign in', async () => {
  site = await startSite({ DATA_DIR: dataDir }, npmStart)
  await site.saying('password')
  const lines = site.stdout().trim().split('\n')
  expect(lines.filter((line) => line.includes('http'))).toEqual([`Crels is open at ${site.origin}`])
  expect(lines.at(-1)).toBe(`Demo creator: creator@demo.crels.example, password ${demoPassword()}`)

  expect(await (await fetch(`${site.origin}/`)).text()).toContain('<body data-layout="default"')
  expect(await (await fetch(`${site.origin}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${site.origin}/readyz`)).json()).toEqual({ status: 'ready' })
  expect(await (await fetch(`${site.origin}/metrics`)).text()).toContain('process_resident_memory_bytes')
  expect((await fetch(`${site.origin}/dev/mail`)).status).toBe(200)
  expect((await signIn()).user.emailVerified).toBe(true)
})

test('a second start on the same data directory says so in one line, and the first goes on', async () => {
  const second = startProgram(nodeStart, { DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(await second.ended).toMatchObject(refused(`Crels is already running on DATA_DIR .*`))
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
})

test('a taken port is named in one line, and the database that was started is stopped again', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  const other = temporaryDataDir()
  const start = startProgram(nodeStart, { DATA_DIR: other, PORT: String(port), DEMO_DATA: 'false' })
  expect(await start.ended).toMatchObject(
    refused(`PORT: 127.0.0.1:${port} is taken by another program; set PORT to a free one`),
  )
  expect(databaseOf(other)).toBeUndefined()
  squatter.close()
})

test('Ctrl-C, which reaches npm and all below it, answers who is waiting and stops everything', async () => {
  const finish = await signInHalfSent()
  // Twice: where npm's shell makes way for its command, npm passes on what the terminal has sent already.
  site.killGroup('SIGINT')
  await sleep(50)
  site.killGroup('SIGINT')
  await sleep(300)
  await expect(fetch(`${site.origin}/healthz`)).rejects.toThrow()
  expect(await finish()).toMatchObject({ user: { email: 'creator@demo.crels.example' } })
  const { stderr } = await endedWithin(site, 10_000)
  expect(withoutNpm(stderr)).toBe('')
  expect(databaseOf(dataDir)).toBeUndefined()
})

test('what was acknowledged survives kill -9, and the next start needs no hand', async () => {
  site = await startSite({ DATA_DIR: dataDir })
  const { accessToken } = await signIn()
  const { campaign, link } = await runningEnrolment(accessToken)
  const made = await crels(['brand', 'key', 'create', campaign.brand.slug, '--json'], site.settings)
  const { key } = JSON.parse(made.stdout) as { key: string }
  const visit = await fetch(link.url, { redirect: 'manual', headers: { 'user-agent': browserAgent } })
  const clickId = new URL(visit.headers.get('location')!).searchParams.get('crels_click')
  const sale = { eventId: 'order-1', clickId, type: 'sale', amount: { currency: 'USD', minor: 5_000 } }
  const reported = await postConversion(key, sale)
  site.kill('SIGKILL')
  expect(reported.status).toBe(201)
  const answer = await reported.json()
  expect(answer).toMatchObject({ earning: { crels: expect.any(Number) as number } })
  await site.ended

  site = await startSite(site.settings, npmStart)
  expect((await signIn()).user.emailVerified).toBe(true)
  const repeated = await postConversion(key, sale)
  expect(repeated.status).toBe(200)
  expect(await repeated.json()).toEqual(answer)
})

test('SIGTERM to npm alone answers who is waiting, cuts off who dawdles, and ends with status 0 within 10 s', async () => {
  const finish = await signInHalfSent()
  await signInHalfSent()
  site.kill('SIGTERM')
  await sleep(300)
  expect(await finish()).toMatchObject({ user: { email: 'creator@demo.crels.example' } })
  const { status, stderr } = await endedWithin(site, 10_000)
  expect({ status, stderr: withoutNpm(stderr) }).toEqual({ status: 0, stderr: '' })
  expect(databaseOf(dataDir)).toBeUndefined()
})

test('SIGTERM during the start ends it at its next step with status 0', async () => {
  const start = startProgram(nodeStart, { DATA_DIR: temporaryDataDir(), PORT: String(await freePort()) })
  await start.saying('Migrated the database')
  start.kill('SIGTERM')
  const { status, stderr, stdout } = await endedWithin(start, 10_000)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).not.toContain('Crels is open')
})

test('in production, on a database of one’s own, there is no mailbox, no demo and no clock', async () => {
  const postgres = await startTestPostgres()
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: temporaryDataDir(),
    DATABASE_URL: postgres.url('crels'),
    LOG_LEVEL: 'error',
  }
  try {
    // HTTP alone does not migrate, and says who does.
    const early = startProgram([process.execPath, 'server/http.ts'], settings)
    expect(await early.ended).toMatchObject(
      refused('The database lacks 0001_platform.sql: run `npm run crels -- migrate` first'),
    )

    const production = await startSite(settings)
    expect(production.stdout()).not.toContain('Demo')
    expect((await fetch(`${production.origin}/readyz`)).status).toBe(200)
    for (const gone of ['/dev/mail', '/dev/mail.json', '/dev/brand/any'])
      expect((await fetch(production.origin + gone)).status).toBe(404)
    const { brands } = await counted(settings.DATABASE_URL)
    expect(brands).toBe(0)
    const clock = await crels(['clock', '--shift', '31 days'], settings)
    expect(clock).toMatchObject(refused('NODE_ENV: there is no moving the clock in production'))
    production.kill('SIGTERM')
    expect(await production.ended).toMatchObject({ status: 0, stderr: '' })

    // The same by two processes: one answers, the other works.
    const worker = startProgram([process.execPath, 'server/worker.ts'], settings)
    const http = await startSite(settings, [process.execPath, 'server/http.ts'])
    await worker.saying('Crels works on its jobs')
    expect((await fetch(`${http.origin}/login`)).status).toBe(200)
    for (const one of [http, worker]) one.kill('SIGTERM')
    for (const one of [http, worker]) expect(await one.ended).toMatchObject({ status: 0, stderr: '' })
    expect(databaseOf(settings.DATA_DIR)).toBeUndefined()
  } finally {
    await postgres.stop()
  }
})

test('a wrong setting stops the start with one line that names it', async () => {
  const file = path.join(temporaryDataDir(), 'a-file')
  writeFileSync(file, '')
  const wrong: [Record<string, string>, RegExp][] = [
    [{ PORT: 'eighty' }, /^PORT: "eighty" is not acceptable [^\n]+\n$/],
    [{ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/c' }, /^DATABASE_URL: cannot reach [^\n]+\n$/],
    [{ HOST: '192.0.2.1' }, /^HOST: 192.0.2.1 is not an address of this machine\n$/],
    [{ DATA_DIR: path.join(file, 'below') }, /^DATA_DIR \([^\n]+ is not a directory[^\n]+\n$/],
  ]
  const ends = wrong.map(async ([settings]) => {
    const usual = { DATA_DIR: temporaryDataDir(), PORT: String(await freePort()), DEMO_DATA: 'false' }
    return await startProgram(nodeStart, { ...usual, ...settings }).ended
  })
  for (const [index, [, line]] of wrong.entries()) expect(await ends[index]).toMatchObject(refused(line))
})

test('a disk that fills up during the first start is told in one line', async () => {
  const disk = mkdtempSync(path.join(tmpdir(), 'crels-full-'))
  // 48 MB take an empty database and not the demo data; the file system ends with the namespace.
  const mount = 'mount -t tmpfs -o size=48m tmpfs "$DATA_DIR" && exec "$@"'
  const inNamespace = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, 'sh']
  const start = startProgram([...inNamespace, ...nodeStart], {
    DATA_DIR: disk,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  })
  expect(await start.ended).toMatchObject(
    refused(/^The disk of DATA_DIR \([^\n]+ is full: free some space and start again; [^\n]+\n$/),
  )
  rmSync(disk, { recursive: true, force: true })
})

const browserAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'

function demoPassword(): string {
  return /password (\S+)/.exec(site.stdout())?.[1] ?? ''
}

async function signIn(): Promise<{ accessToken: string; user: { emailVerified: boolean } }> {
  await site.saying('password')
  const answer = await fetch(`${site.origin}/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'creator@demo.crels.example', password: demoPassword() }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Awaited<ReturnType<typeof signIn>>
}

/** Sends half of a sign-in; the answer comes when the rest is sent. */
async function signInHalfSent(): Promise<() => Promise<unknown>> {
  const body = JSON.stringify({ email: 'creator@demo.crels.example', password: demoPassword() })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sending = request(`${site.origin}/identity/sign-in`, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write(body.slice(0, 10))
  await sleep(200)
  return async () => {
    sending.end(body.slice(10))
    const [answer] = (await once(sending, 'response')) as [NodeJS.ReadableStream]
    return await json(answer)
  }
}

interface Enrolled {
  state: string
  campaign: { state: string; brand: { slug: string } }
  link: { url: string }
}

async function runningEnrolment(accessToken: string): Promise<Enrolled> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${site.origin}/api/v1/enrolments?limit=50`, { headers })
  const { items } = (await answer.json()) as { items: Enrolled[] }
  return items.find(({ state, campaign }) => state === 'active' && campaign.state === 'active')!
}

async function postConversion(key: string, sale: object): Promise<Response> {
  return await fetch(`${site.origin}/api/v1/conversions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(sale),
  })
}

async function endedWithin({ ended }: { ended: Promise<Ended> }, timeoutMs: number): Promise<Ended> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`It had not ended after ${timeoutMs} ms`)
  })
  return await Promise.race([ended, late])
}

async function counted(databaseUrl: string): Promise<{ brands: number }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ brands: number }>('select count(*)::int as brands from brand')
  await client.end()
  return rows[0] ?? { brands: NaN }
}

/** npm complains of settings that are the machine's, and repeats a signal it ended by. */
function withoutNpm(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !line.startsWith('npm '))
    .join('\n')
}
