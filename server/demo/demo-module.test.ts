import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '#server/modules/ledger/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let owner: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  owner = await operatorBearer(app, 'owner')
})
afterAll(() => app.close())

const call = async (method: 'GET' | 'POST', path: string, who = owner) =>
  await callOperator(app, who, { method, path: `/setup/${path}` })
const demo = async () => (await call('GET', 'demo')).body
const runId = async () =>
  (await sql<{ id: number }>`select max(id)::int as id from demo_run`.execute(app.db)).rows[0]!.id

test('demo data is loaded by a job that says how far it is, removed whole, and refused beside real members', async () => {
  expect(await demo()).toEqual({ isLoaded: false, refusal: null, run: null, signIn: null })
  expect((await call('POST', 'demo-removals')).status).toBe(409)
  const manager = await operatorBearer(app, 'manager')
  expect((await call('POST', 'demo-loads', manager)).status).toBe(403)

  const asked = await call('POST', 'demo-loads')
  expect(asked).toMatchObject({ status: 202, body: { run: { kind: 'load', state: 'waiting', step: 0 } } })
  expect(await call('POST', 'demo-loads')).toMatchObject({
    status: 409,
    body: { detail: 'It is being loaded or removed already.' },
  })
  expect(await app.jobs.run('run-demo', { id: await runId(), kind: 'load' })).toEqual({ done: true })
  expect(await demo()).toMatchObject({
    isLoaded: true,
    refusal: null,
    run: { kind: 'load', state: 'done', step: 6, askedBy: 'owner' },
    signIn: {
      email: expect.stringContaining('@demo.crels.example'),
      password: expect.stringMatching(/.{12}/),
    },
  })
  // A second run of the same job, as after a worker that was killed late.
  expect(await app.jobs.run('run-demo', { id: await runId(), kind: 'load' })).toEqual({ done: false })

  await app.jobs.run('count-insight')
  expect((await call('POST', 'demo-removals')).status).toBe(202)
  expect(await app.jobs.run('run-demo', { id: await runId(), kind: 'remove' })).toEqual({ done: true })
  for (const table of ['brand', 'member', 'member_milestone'])
    expect((await sql`select from ${sql.table(table)}`.execute(app.db)).rows, table).toEqual([])
  expect((await reconcile(app.db)).clean).toBe(true)

  // Who signed up is a member with the first page they open.
  const { uid, headers } = await createMember(app)
  await app.server.inject({ url: `/api/v1/users/${uid}`, headers })
  expect(await demo()).toMatchObject({ isLoaded: false, refusal: 'has_members' })
  expect(await call('POST', 'demo-loads')).toMatchObject({
    status: 409,
    body: { detail: 'Real members are here. Demo creators would stand beside them.' },
  })
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where action like 'demo.%' order by seq`.execute(app.db)
  expect(rows.map(({ action }) => action)).toEqual(['demo.load', 'demo.remove'])
})
