import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { startProgram, temporaryDataDir } from '#testing/processes.ts'
import { workerCheck } from './process-metrics.ts'
import { lastOutcomes, recordOutcome } from './platform/job-outcomes.ts'
import { programVersion } from './platform/migration-files.ts'
import { Heartbeat, runningProcesses } from './platform/running-processes.ts'

const metricsToken = 'a token of the tests'
const headers = { authorization: `Bearer ${metricsToken}` }

let http: TestApp
let worker: TestApp
let watchedAt: string
beforeAll(async () => {
  http = await startTestApp({ metricsToken })
  worker = await startBeside(http, { metricsToken })
  await http.listen()
  await worker.work()
  watchedAt = await worker.watch(await freePort())
})
afterAll(async () => {
  await worker.close()
  await http.close()
})

async function scrape(address: string): Promise<string> {
  const answer = await fetch(`${address}/metrics`, { headers })
  expect(answer.status).toBe(200)
  return await answer.text()
}

/** The value of a series in a scrape; undefined where it is not there. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('a worker is watched at a port of its own, where nothing else is answered', async () => {
  expect((await fetch(`${watchedAt}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${watchedAt}/readyz`)).json()).toEqual({ status: 'ready' })
  expect((await fetch(`${watchedAt}/metrics`)).status).toBe(401)
  expect((await fetch(`${watchedAt}/api/v1/campaigns`)).status).toBe(404)
  await worker.db.transaction().execute(async (tx) => await worker.jobs.add(tx, 'reconcile', {}))
  await expect
    .poll(async () =>
      valueOf(await scrape(watchedAt), 'crels_job_runs_total{name="reconcile",result="done"}'),
    )
    .toBe(1)
  const text = await scrape(watchedAt)
  // Those that have not run yet are there for an increase to begin at.
  for (const result of ['done', 'failed'])
    expect(valueOf(text, `crels_job_runs_total{name="recount-insight",result="${result}"}`)).toBe(0)
  expect(valueOf(text, 'crels_job_last_done_timestamp_seconds{name="reconcile"}')).toBeCloseTo(
    Date.now() / 1_000,
    -2,
  )
})

test('a proof is shown by every process, whoever made it, with its age: one by hand takes the place of a worker’s', async () => {
  const { port } = http.server.server.address() as { port: number }
  const books = async (metric: string) =>
    await Promise.all(
      [watchedAt, `http://127.0.0.1:${port}`].map(async (address) =>
        valueOf(await scrape(address), `crels_ledger{metric="${metric}"}`),
      ),
    )
  const broken = { clean: false, accounts: 1, transactions: 1, entries: 2, findings: [] }
  await recordOutcome(http.db, 'reconcile', broken)
  await sql`
    update pgboss.job set completed_on = now() - interval '5 hours' where output ->> 'clean' = 'false'`.execute(
    http.db,
  )
  await sql`delete from pgboss.job where name = 'reconcile' and output ->> 'clean' = 'true'`.execute(http.db)
  // A scrape in haste shows what was read before.
  await expect.poll(async () => await books('clean')).toEqual([0, 0])
  for (const age of await books('age_seconds')) expect(age).toBeCloseTo(5 * 3_600, -2)
  // One of a clock that ran ahead is none of now, however long it is kept.
  await recordOutcome(http.db, 'reconcile', { ...broken, clean: true })
  await sql`
    update pgboss.job set completed_on = now() + interval '1 year' where output ->> 'clean' = 'true'`.execute(
    http.db,
  )
  const atOnce = await lastOutcomes(http.db, ['reconcile'])
  expect(atOnce.get('reconcile')?.ageSec).toBeCloseTo(5 * 3_600, -2)
  const SECRET = 'the secret of all tests, long enough to be one'
  const settings = { DATABASE_URL: http.databaseUrl, DATA_DIR: temporaryDataDir(), SECRET }
  const command = startProgram([process.execPath, 'server/cli.ts', 'job', 'run', 'reconcile'], settings)
  expect((await command.ended).status).toBe(0)
  await expect.poll(async () => await books('clean')).toEqual([1, 1])
  for (const age of await books('age_seconds')) expect(age).toBeLessThan(60)
})

test('every process says which live, how its pools are and how long requests took', async () => {
  const { port } = http.server.server.address() as { port: number }
  await http.server.inject('/healthz')
  await http.server.inject('/nothing/ada@example.com')
  const text = await scrape(`http://127.0.0.1:${port}`)
  expect(valueOf(text, `crels_info{version="${programVersion()}"}`)).toBe(1)
  for (const role of ['serves', 'works'])
    expect(valueOf(text, `crels_processes{version="${programVersion()}",role="${role}"}`)).toBe(1)
  expect(valueOf(text, 'crels_worker_silent_seconds')).toBeLessThan(20)
  for (const pool of ['crels', 'crels lists', 'crels clicks', 'crels identity'])
    expect(valueOf(text, `crels_pool_connections{pool="${pool}",state="waiting"}`)).toBe(0)
  const labels = 'method="GET",route="/healthz",status="2xx"'
  expect(valueOf(text, `crels_http_request_seconds_count{${labels}}`)).toBe(1)
  expect(text).not.toContain('ada@example.com')
})

test('what is due and not done is counted with its age, and is gone when it is done', async () => {
  const { port } = http.server.server.address() as { port: number }
  await sql`
    insert into pgboss.job (name, start_after) values ('idempotency-expiry', now() - interval '90 s')`.execute(
    worker.db,
  )
  const oldest = async () =>
    valueOf(
      await scrape(`http://127.0.0.1:${port}`),
      'crels_queue_oldest_seconds{queue="job:idempotency-expiry"}',
    )
  expect(await oldest()).toBeGreaterThan(89)
  await expect.poll(oldest).toBeUndefined()
})

test('a worker that is silent for a minute is a warning that takes no process out of service', async () => {
  const check = workerCheck(http.db)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
  try {
    expect(await check.look()).toBeNull()
    await sql`update running_process set seen_at = now() - interval '95 s' where works`.execute(http.db)
    expect(await check.look()).toMatch(/^no worker has said for 95 s that it lives: .* npm run start:worker$/)
    await sql`delete from running_process where works`.execute(http.db)
    expect(await check.look()).toMatch(/^no worker has said for 3600 s that it lives/)
    expect(check.refuses).toBe(false)
  } finally {
    vi.restoreAllMocks()
  }
})

test('a process is among those that live until it ends, and its end is when a worker fell silent', async () => {
  const heartbeat = new Heartbeat(http.db, pino({ level: 'silent' }))
  const before = (await runningProcesses(http.db)).length
  await heartbeat.begin({ works: true })
  expect(await runningProcesses(http.db)).toHaveLength(before + 1)
  await heartbeat.end()
  expect(await runningProcesses(http.db)).toHaveLength(before)
  expect(await workerCheck(http.db).look()).toBeNull()
})

test('the health check of a supervisor asks the process that it is told of, and no other', async () => {
  const { port } = http.server.server.address() as { port: number }
  const [PORT, WORKER_PORT, nobody] = [String(port), new URL(watchedAt).port, String(await freePort())]
  const statusOf = async (args: string[], settings: Record<string, string>) =>
    (await startProgram([process.execPath, 'server/healthcheck.ts', ...args], settings).ended).status
  expect(await statusOf(['worker'], { PORT: nobody, WORKER_PORT })).toBe(0)
  expect(await statusOf(['worker'], { PORT, WORKER_PORT: nobody })).toBe(1)
  expect(await statusOf([], { PORT, WORKER_PORT: nobody })).toBe(0)
  expect(await statusOf([], { PORT: nobody, WORKER_PORT })).toBe(1)
})
