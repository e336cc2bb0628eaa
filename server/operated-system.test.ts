import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FailedJob, Findings, System } from '#contracts/operator-system.schemas.ts'
import { listAuditEntries } from '#server/modules/operators/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { Heartbeat } from './platform/running-processes.ts'

let app: TestApp
let mona: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  await app.jobs.install()
  mona = await operatorBearer(app, 'manager')
})
afterAll(() => app.close())

const read = async (path: string, who = mona) => await callOperator(app, who, { path })
const post = async (path: string, payload: object = {}, who = mona) =>
  await callOperator(app, who, { method: 'POST', path, payload })
const system = async () => (await read('/system')).body as System
const jobNow = async (name: string) => (await system()).jobs.find((job) => job.name === name)!

/** Runs that failed for good, each a minute after the one before; answers their ids. */
async function fail(name: string, count: number, message = 'no answer'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, state, retry_limit, retry_count, created_on, completed_on, output)
    select ${name}, 'failed', 5, 5, now() - interval '1 hour', now() - (${count} - n) * interval '1 minute',
      jsonb_build_object('message', ${message}::text, 'stack', 'secret')
    from generate_series(1, ${count}) n returning id`.execute(app.db)
  return rows.map(({ id }) => id)
}

test('says which processes live, and since when none works', async () => {
  expect(await system()).toMatchObject({ version: expect.any(String) as string, processes: [] })
  const heartbeat = new Heartbeat(app.db, pino({ level: 'silent' }))
  await heartbeat.begin({ serves: true })
  expect((await system()).processes).toMatchObject([{ serves: true, works: false }])
  await heartbeat.begin({ works: true })
  expect(await system()).toMatchObject({ processes: [{ works: true }], noWorkerSince: null })
  await heartbeat.end()
  const { processes, noWorkerSince } = await system()
  expect(processes).toEqual([])
  expect(Date.parse(noWorkerSince!)).toBeGreaterThan(Date.now() - 60_000)
})

test('says of each job when it runs and what became of it', async () => {
  expect((await system()).jobs.map(({ name }) => name).sort()).toEqual(
    app.jobs
      .list()
      .map(({ name }) => name)
      .sort(),
  )
  const job = await jobNow('reconcile')
  expect(job).toMatchObject({ failed: 0, waiting: 0, lastDoneAt: null, lastFailedAt: null })
  const wait = Date.parse(job.nextAt!) - Date.now()
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(3_600_000)
})

test('a job of the timetable is run by a worker, as an act of the log', async () => {
  expect(await post('/jobs/reconcile/runs')).toEqual({ status: 202, body: { job: 'reconcile' } })
  expect(await jobNow('reconcile')).toMatchObject({ waiting: 1, oldestDueAt: expect.any(String) as string })
  const [entry] = await listAuditEntries(app.db, { limit: 1 })
  expect(entry).toMatchObject({ action: 'job.run', target: 'reconcile', by: 'manager' })
  expect((await post('/jobs/no-such-job/runs')).status).toBe(404)
  const { cron, name } = app.jobs.list().find((job) => job.cron === undefined)!
  expect(cron).toBeUndefined()
  expect((await post(`/jobs/${name}/runs`)).body.code).toBe('conflict')
  const support = await operatorBearer(app, 'support')
  expect((await post('/jobs/reconcile/runs', {}, support)).status).toBe(403)
  expect((await read('/jobs/failures', support)).status).toBe(403)
})

test('failed runs are listed by pages, and tried again one at a time or all', async () => {
  const ids = await fail('reconcile', 5, 'no answer\nfrom 10.0.0.1')
  await fail('expire-holds', 1)
  const seen: FailedJob[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await read(`/jobs/failures?job=reconcile&limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...(body.items as FailedJob[]))
    cursor = body.nextCursor as string | null
  }
  expect(seen.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(seen[0]).toMatchObject({ name: 'reconcile', attempts: 6, error: 'no answer' })
  expect((await read('/jobs/failures')).body.items).toHaveLength(6)
  expect(await jobNow('reconcile')).toMatchObject({ failed: 5 })

  const answers = await Promise.all([1, 2, 3].map(() => post('/jobs/reconcile/retries', { id: ids[0] })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  expect((await post('/jobs/reconcile/retries')).body).toEqual({ retried: 4 })
  expect((await post('/jobs/reconcile/retries')).body).toEqual({ retried: 0 })
  expect(await jobNow('reconcile')).toMatchObject({ failed: 0 })
  expect(await jobNow('expire-holds')).toMatchObject({ failed: 1 })
  const [entry] = await listAuditEntries(app.db, { limit: 1 })
  expect(entry).toMatchObject({ action: 'job.run', target: 'reconcile', after: { retried: 4 } })
  expect((await read('/jobs/failures?cursor=bad')).status).toBe(422)
  const yearNone = { failedAt: '0000-01-01T00:00:00.000Z', id: randomUUID() }
  const cursor = Buffer.from(JSON.stringify(yearNone)).toString('base64url')
  expect((await read(`/jobs/failures?cursor=${cursor}`)).status).toBe(422)
})

test('a list of failed runs goes on where its last row was tried again meanwhile, also within a millisecond', async () => {
  const ids = await fail('close-ledger-days', 3)
  await sql`
    update pgboss.job
    set completed_on = date_trunc('hour', now()) + array_position(${ids}::uuid[], id) * interval '100 us'
    where id = any (${ids}::uuid[])`.execute(app.db)
  const page = async (cursor = '') =>
    (await read(`/jobs/failures?job=close-ledger-days&limit=1${cursor && `&cursor=${cursor}`}`)).body as {
      items: FailedJob[]
      nextCursor: string
    }
  const first = await page()
  expect(first.items.map(({ id }) => id)).toEqual([ids[2]])
  expect((await post('/jobs/close-ledger-days/retries', { id: ids[2] })).body).toEqual({ retried: 1 })
  const second = await page(first.nextCursor)
  expect(second.items.map(({ id }) => id)).toEqual([ids[1]])
})

test('a page of failed runs and the state of the jobs stay quick beside a week of runs', async () => {
  await sql`
    insert into pgboss.job (name, state, created_on, completed_on)
    select 'expire-holds', 'completed', now(), now() - n * interval '6 s' from generate_series(1, 100000) n`.execute(
    app.db,
  )
  await sql`analyze pgboss.job`.execute(app.db)
  const times: number[] = []
  for (let at = 0; at < 5; at += 1) {
    const began = performance.now()
    expect((await read('/jobs/failures?limit=20')).status).toBe(200)
    times.push(performance.now() - began)
  }
  // A bound for busy machines; bench figures are in the README.
  expect(Math.min(...times)).toBeLessThan(500)
})

test('webhooks that failed are counted for each endpoint, and sent again', async () => {
  const { brandId } = await createCampaign(app)
  const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(app.db)
  const { id } = await app.webhookOperations.add(
    { via: 'job', source: 'test' },
    {
      brand: rows[0]!.slug,
      url: 'https://hooks.example.com/a-secret-path',
      events: [],
      contactEmail: undefined,
    },
  )
  expect((await system()).webhooks).toEqual([])
  await app.webhookOperations.test({ via: 'job', source: 'test' }, id)
  await sql`update webhook_delivery set state = 'failed', next_attempt_at = null`.execute(app.db)
  expect((await system()).webhooks).toEqual([
    {
      id,
      brand: rows[0]!.slug,
      host: 'hooks.example.com',
      state: 'active',
      failingSince: null,
      failed: 1,
      pending: 0,
    },
  ])
  expect((await post(`/webhook-endpoints/${id}/replays`)).body).toEqual({ replayed: 1 })
  expect((await system()).webhooks).toEqual([])
  expect((await post(`/webhook-endpoints/whe_${'0'.repeat(32)}/replays`)).status).toBe(404)
})

test('the findings are those of the doctor', async () => {
  const { body, status } = await read('/system/findings')
  expect(status).toBe(200)
  const { items } = body as Findings
  expect(items.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['database', 'clock', 'disk', 'backup', 'versions', 'worker']),
  )
  expect(items.find(({ name }) => name === 'database')).toMatchObject({ verdict: 'ok' })
  // A look that is young enough is not looked again.
  expect((await read('/system/findings?maxAgeSec=3600')).body).toEqual(body)
  expect((await read('/system/findings?maxAgeSec=3601')).status).toBe(422)
  const again = (await read('/system/findings')).body as Findings
  expect(again.checkedAt > (body as Findings).checkedAt).toBe(true)
})
