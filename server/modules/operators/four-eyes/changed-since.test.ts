import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PendingActDetail } from '#contracts/pending-acts.schemas.ts'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import { currentRate, setRate } from '#server/modules/exchange/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, giveFactor, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { changeOperator } from '../change-operators.ts'
import { operatorById } from '../operator-queries.ts'

let app: TestApp
let olga: TestOperator
let kim: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  kim = await operatorBearer(app, 'owner', 'kim@crels.example')
})
beforeEach(async () => {
  await sql`delete from operator_passkey`.execute(app.db)
  for (const { operatorId } of [olga, kim]) await giveFactor(app, operatorId)
})
afterAll(() => app.close())

type Answer = PendingActDetail & { code?: string; detail?: string }
async function post(path: string, who: TestOperator, payload: object = {}) {
  const { status, body } = await callOperator(app, who, { method: 'POST', path, payload })
  return { status, body: body as Answer }
}
const show = async ({ id }: { id: string }, who = kim) =>
  (await callOperator(app, who, { path: `/pending-acts/${id}` })).body as PendingActDetail
const approve = async ({ id }: { id: string }, who = kim) => await post(`/pending-acts/${id}/approval`, who)
const rate = async () => (await currentRate(app.db)).usdToCrels
const proposeRate = async (usdToCrels: string, seen?: string) =>
  await post('/rate-changes', olga, { usdToCrels, seen: seen ?? (await rate()), reason: 'The market moved.' })
const setTo = async (usdToCrels: string) =>
  await inTransaction(
    app.db,
    async (tx) => await setRate(tx, testActor, { usdToCrels, reason: 'Said by telephone.' }),
  )
const roleChange = async (of: TestOperator, role: OperatorRole, seen: OperatorRole) =>
  await post(`/operators/${of.operatorId}/role-changes`, olga, { role, seen, reason: 'Grew.' })
const roleOf = async ({ operatorId }: TestOperator) => (await operatorById(app.db, operatorId))!.role

test('a rate that changed since a proposal is not overwritten by it', async () => {
  const { body: proposed } = await proposeRate('10.6')
  expect(await show(proposed)).toMatchObject({ changed: null, effect: { before: '10.5', after: '10.6' } })
  await setTo('11')
  const said = expect.stringMatching(
    /^This changed since it was proposed\. The rate was 10\.5 crels for \$1 and is 11 now\. .+ test did rate\.set on it at .+ UTC\.$/,
  ) as string
  expect(await show(proposed)).toMatchObject({ state: 'waiting', changed: said })
  expect(await approve(proposed)).toMatchObject({ status: 409, body: { code: 'conflict', detail: said } })
  expect(await rate()).toBe('11')
  // The same once more is another proposal: it is of what is now.
  const { body: again } = await proposeRate('10.6')
  expect(again.id).not.toBe(proposed.id)
  expect((await approve(again)).status).toBe(200)
  expect(await rate()).toBe('10.6')
})

test('of two proposals that are approved at once one is done', async () => {
  const proposed = []
  for (const usdToCrels of ['10.7', '10.8', '10.9']) proposed.push((await proposeRate(usdToCrels)).body)
  const answers = await Promise.all(proposed.map(async (one) => await approve(one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('what was not what is shown is not proposed', async () => {
  await setTo('10.5')
  const { status, body } = await proposeRate('10.6', '10.4')
  expect([status, body.detail]).toEqual([
    409,
    'The rate was 10.4 crels for $1 and is 10.5 now. Look at it first.',
  ])
  const sam = await operatorBearer(app, 'support', 'sam@crels.example')
  expect((await roleChange(sam, 'manager', 'finance')).body.detail).toBe(
    'Their role was finance and is support now. Look at it first.',
  )
})

test('a role that changed since a proposal stays, and whom it changed comes back as what they were', async () => {
  const sam = await operatorBearer(app, 'support', 'sam@crels.example')
  const { body: proposed } = await roleChange(sam, 'manager', 'support')
  expect(await show(proposed)).toMatchObject({
    changed: null,
    effect: {
      kind: 'operator',
      name: 'sam',
      email: sam.email,
      before: { role: 'support', isDisabled: false },
      after: { role: 'manager', isDisabled: false },
    },
  })
  const change = async (wish: { role?: OperatorRole; isDisabled?: boolean }) =>
    await inTransaction(
      app.db,
      async (tx) => await changeOperator(tx, testActor, { email: sam.email, reason: 'x', ...wish }),
    )
  await change({ role: 'finance' })
  expect((await approve(proposed)).body.detail).toContain('Their role was support and is finance now.')
  expect(await roleOf(sam)).toBe('finance')

  await change({ isDisabled: true })
  const { body: back } = await post(`/operators/${sam.operatorId}/enabling`, olga, { reason: 'Is back.' })
  expect((await show(back)).effect).toMatchObject({
    before: { isDisabled: true },
    after: { isDisabled: false },
  })
  await change({ role: 'owner' })
  expect((await approve(back)).status).toBe(409)
  expect((await operatorById(app.db, sam.operatorId))!.disabledAt).not.toBeNull()
})

test('one that is done by itself is failed, with what changed', async () => {
  await sql`delete from operator_passkey`.execute(app.db)
  const { body: proposed } = await proposeRate('10.61')
  expect(proposed.runsAt).not.toBeNull()
  await setTo('10.7')
  await sql`
    update pending_act set proposed_at = proposed_at - interval '25 hours', runs_at = runs_at - interval '25 hours'
    where id = ${proposed.id}`.execute(app.db)
  expect(await app.jobs.run('run-pending-acts')).toMatchObject({ done: 0, failed: 1 })
  expect(await show(proposed)).toMatchObject({
    state: 'failed',
    note: expect.stringContaining('is 10.7 now.') as string,
    effect: null,
  })
  expect(await rate()).toBe('10.7')
})

test('one from before what it changes was kept is not approved', async () => {
  const { body: proposed } = await proposeRate('10.62')
  await sql`update pending_act set seen = null where id = ${proposed.id}`.execute(app.db)
  expect((await approve(proposed)).body.detail).toContain('was not kept with it')
  expect(await show(proposed)).toMatchObject({ changed: expect.stringContaining('not kept') as string })
})

test('a rate says what it makes of what members have, to who may read of money', async () => {
  await createRedeemer(app, { crels: 10_500 })
  await setTo('10.5')
  const { body: proposed } = await proposeRate('10')
  expect((await show(proposed)).effect).toEqual({
    kind: 'rate',
    before: '10.5',
    after: '10',
    crels: 10_500,
    usdCents: 1_000_00,
    nextUsdCents: 1_050_00,
  })
  const support = await operatorBearer(app, 'support')
  expect(await show(proposed, support)).toMatchObject({ id: proposed.id, effect: null, changed: null })
  expect((await callOperator(app, kim, { path: `/pending-acts/pac_${'0'.repeat(32)}` })).status).toBe(404)
})
