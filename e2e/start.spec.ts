import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { dataDirAt } from '#server/platform/embedded-postgres/data-dir.ts'
import { readPostmasterFile } from '#server/platform/embedded-postgres/postmaster-file.ts'
import { runCommand } from '#testing/commands.ts'
import { freePort } from '#testing/free-port.ts'
import {
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
// One installation through its life: started, shared, stopped, killed and started again. Later tests go on with it.
const dataDir = temporaryDataDir()
const npmStart = ['npm', 'start', '--silent']
let site: StartedSite

afterAll(endPrograms)

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

test('a second start on the same data directory says so in one line, and the first continues', async () => {
  const second = startProgram(nodeStart, { DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(await second.ended).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Crels is already running on DATA_DIR [^\n]+\n$/) as string,
  })
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
})

test('Ctrl-C, which reaches npm and all below it, answers waiting requests and stops everything', async () => {
  const finish = await signInHalfSent()
  // Twice: where npm's shell makes way for its command, npm passes on what the terminal has sent already.
  site.killGroup('SIGINT')
  await sleep(50)
  site.killGroup('SIGINT')
  await expect.poll(isOpen).toBe(false)
  expect(await finish()).toMatchObject({ user: { email: 'creator@demo.crels.example' } })
  const { stderr } = await endedWithin(site, 30_000)
  expect(withoutNpm(stderr)).toBe('')
  // npm, which is what ended here, may go before the database it started.
  await expect.poll(() => databaseOf(dataDir)).toBeUndefined()
})

/** The backup of docs/operating.md: stop, copy the directory, start; later the copy in its place. */
test('a copy of the data directory of the stopped site is the site, books and all', async () => {
  const copy = join(temporaryDataDir(), 'copy')
  execFileSync('cp', ['-a', dataDir, copy])
  await rm(dataDir, { recursive: true })
  await rename(copy, dataDir)
  site = await startSite({ DATA_DIR: dataDir })
  expect((await signIn()).user.emailVerified).toBe(true)
  const books = await runCommand(['job', 'run', 'reconcile', '--json'], site.settings)
  expect(books).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(books.stdout)).toMatchObject({ result: { clean: true } })
})

test('what was acknowledged survives kill -9 of site and database, and the next start needs no hand', async () => {
  const { accessToken } = await signIn()
  const { campaign, link } = await runningEnrolment(accessToken)
  const settings = { ...site.settings, OPERATOR: 'ada@crels.example' }
  await runCommand(['operator', 'add', settings.OPERATOR, '--name', 'Ada', '--role', 'owner'], settings)
  const made = await runCommand(['brand', 'key', 'create', campaign.brand.slug, '--json'], settings)
  const { key } = JSON.parse(made.stdout) as { key: string }
  const visit = await fetch(link.url, { redirect: 'manual', headers: { 'user-agent': browserAgent } })
  const clickId = new URL(visit.headers.get('location')!).searchParams.get('crels_click')
  const sale = { eventId: 'order-1', clickId, type: 'sale', amount: { currency: 'USD', minor: 5_000 } }
  const reported = await postConversion(key, sale)
  const database = databaseOf(dataDir)!
  site.kill('SIGKILL')
  process.kill(database, 'SIGKILL')
  expect(reported.status).toBe(201)
  const answer = await reported.json()
  expect(answer).toMatchObject({ earning: { crels: expect.any(Number) as number } })
  await site.ended
  // No process was left to clear away.
  expect(readPostmasterFile(dataDirAt(dataDir).clusterDir)?.pid).toBe(database)

  site = await startSite(site.settings, npmStart)
  // A database that is silent for seconds on a busy machine counts as away: to be tried again shortly.
  await expect.poll(async () => (await askToSignIn()).status !== 503).toBe(true)
  expect((await signIn()).user.emailVerified).toBe(true)
  const repeated = await postConversion(key, sale)
  expect(repeated.status).toBe(200)
  expect(await repeated.json()).toEqual(answer)
})

test('SIGTERM to npm alone answers waiting requests, cuts off slow ones, and ends with status 0 within 10 s', async () => {
  const finish = await signInHalfSent()
  await signInHalfSent()
  site.kill('SIGTERM')
  await expect.poll(isOpen).toBe(false)
  expect(await finish()).toMatchObject({ user: { email: 'creator@demo.crels.example' } })
  const { status, stderr } = await endedWithin(site, 30_000)
  expect({ status, stderr: withoutNpm(stderr) }).toEqual({ status: 0, stderr: '' })
  expect(databaseOf(dataDir)).toBeUndefined()
})

test('SIGTERM during the start ends it at its next step with status 0', async () => {
  const start = startProgram(nodeStart, { DATA_DIR: temporaryDataDir(), PORT: String(await freePort()) })
  await start.saying('Migrated the database')
  start.kill('SIGTERM')
  const { status, stderr, stdout } = await endedWithin(start, 30_000)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).not.toContain('Crels is open')
})

const browserAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'

function demoPassword(): string {
  return /password (\S+)/.exec(site.stdout())?.[1] ?? ''
}

async function signIn(): Promise<{ accessToken: string; user: { emailVerified: boolean } }> {
  const answer = await askToSignIn()
  expect(answer.status).toBe(200)
  return (await answer.json()) as Awaited<ReturnType<typeof signIn>>
}

async function askToSignIn(): Promise<Response> {
  await site.saying('password')
  return await fetch(`${site.origin}/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'creator@demo.crels.example', password: demoPassword() }),
  })
}

/** Whether sign-up is open. */
const isOpen = async () =>
  await fetch(`${site.origin}/healthz`).then(
    () => true,
    () => false,
  )

/** Sends half of a sign-in; the answer comes when the rest is sent. */
async function signInHalfSent(): Promise<() => Promise<unknown>> {
  const body = JSON.stringify({ email: 'creator@demo.crels.example', password: demoPassword() })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    // Answered when the server has begun with the request.
    expect: '100-continue',
  }
  const sending = request(`${site.origin}/identity/sign-in`, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write(body.slice(0, 10))
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

/** npm complains of settings that are the machine's, and repeats a signal it ended by. */
function withoutNpm(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !line.startsWith('npm '))
    .join('\n')
}
