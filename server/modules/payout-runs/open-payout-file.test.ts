import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { switchFeature } from '#server/modules/pauses/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { makePayoutFile } from './make-payout-file.ts'
import { app, approve, approved, draft, makeFile, olga, openApp, sentRun } from './payout-runs.fixture.ts'

openApp()

let fay: TestOperator
let runId: string
beforeAll(async () => {
  fay = await operatorBearer(app, 'finance', 'fay@crels.example')
  runId = await sentRun(await approved(1))
})

const file = async ({ headers }: Pick<TestOperator, 'headers'>, number = 1) =>
  await app.server.inject({ url: `/api/v1/operator/payout-runs/${runId}/files/${number}`, headers })
const opened = async () => {
  const { rows } = await sql<{ by: string; after: unknown }>`
    select operator_id as by, after from audit_entry
    where action = 'redemption.open-destination' and target = ${runId}`.execute(app.db)
  return rows
}

test('each time a file is opened the log says who has seen where its members are paid', async () => {
  const first = await file(fay)
  expect([first.statusCode, first.body.includes('@example.com')]).toEqual([200, true])
  expect((await file(fay)).body).toBe(first.body)
  const entry = { by: fay.operatorId, after: { file: 1 } }
  expect(await opened()).toEqual([entry, entry])
  expect((await file(fay, 2)).statusCode).toBe(404)
  expect(await opened()).toHaveLength(2)
})

const turn = async (paused: boolean) =>
  await inTransaction(app.db, async (tx) =>
    switchFeature(tx, olga, { feature: 'payout', paused, reason: 'The books are looked at' }),
  )

test('while payouts are paused no file is made or handed out, and a run keeps all of its payments', async () => {
  const { runId: next } = await draft({ format: 'paypal', redemptionIds: await approved(2) })
  await approve(next)
  await turn(true)
  await expect(makeFile(next)).rejects.toMatchObject({ code: 'payouts_paused' })
  const before = await opened()
  expect((await file(fay)).json()).toMatchObject({ code: 'payouts_paused', status: 409 })
  expect(await opened()).toEqual(before)
  await turn(false)
  expect((await file(fay)).statusCode).toBe(200)
  expect(await makeFile(next)).toMatchObject({ number: 1, payouts: 2, left: [] })
})

test('a file that a pause met half made goes on where it stopped', async () => {
  const { runId: next } = await draft({ format: 'paypal', redemptionIds: await approved(3) })
  await approve(next)
  let asked = 0
  const pausing = {
    ...app.payoutRunDeps,
    sinceAccountChanges: async (uid: string) => {
      asked += 1
      if (asked === 2) await turn(true)
      return await app.payoutRunDeps.sinceAccountChanges(uid)
    },
  }
  await expect(makePayoutFile(app.db, olga, { runId: next }, pausing)).rejects.toMatchObject({
    code: 'payouts_paused',
  })
  await turn(false)
  expect(await makeFile(next)).toMatchObject({ number: 1, payouts: 3, left: [] })
})

test('it takes a recent proof, and no API key opens it', async () => {
  const before = await opened()
  const keyFor = async (scope: string) => {
    const payload = { name: 'files', scopes: [scope], days: 1 }
    return await callOperator(app, fay, { method: 'POST', path: '/keys', payload })
  }
  expect((await keyFor('redemption.open-destination')).status).toBe(403)
  const { body } = await keyFor('read.money')
  expect((await file({ headers: { authorization: `Bearer ${body.secret}` } })).statusCode).toBe(403)
  await sql`
    update operator_session set proved_at = now() - interval '11 minutes' where id = ${fay.sessionId}`.execute(
    app.db,
  )
  expect((await file(fay)).json()).toMatchObject({ code: 'requires_recent_login' })
  expect(await opened()).toEqual(before)
})
