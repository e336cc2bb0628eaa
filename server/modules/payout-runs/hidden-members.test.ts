import { beforeAll, expect, test } from 'vitest'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { completeProfile } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { applyPayoutResults } from './apply-payout-results.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { app, approved, kim, olga, openApp, sentRun } from './payout-runs.fixture.ts'
import { payoutsOf } from './show-payout-runs.ts'

openApp()

type Asker = Pick<TestOperator, 'headers'>
let rea: TestOperator
let fay: TestOperator
let zoe: Redeemer
let redemptions: Record<'requested' | 'rejected' | 'sending', string>
let runId: string
let importId: string

// A redemption in each state, words that name her in each place for words, and a run with a report.
beforeAll(async () => {
  rea = await operatorBearer(app, 'read-only')
  fay = await operatorBearer(app, 'finance', 'fay@crels.example')
  const profile = { ...completeProfile, fullName: 'Zoe Hidden', displayName: 'Zoe' }
  zoe = await createRedeemer(app, { profile, crels: 100_000 })
  const [sending] = await approved(1, zoe)
  const [refused] = await approved(1, await createRedeemer(app))
  const { id: requested } = await redeem(app, zoe)
  const { id: rejected } = await redeem(app, zoe)
  await app.redemptions.reject({ redemptionId: rejected, actor: kim, reason: 'Zoe Hidden asked for it.' })
  redemptions = { requested, rejected, sending: sending! }

  runId = await sentRun([sending!, refused!])
  const { items } = await payoutsOf(app.db, { runId, limit: 10 }, { isNamed: true })
  const referenceOf = (id: string) => items.find(({ redemptionId }) => redemptionId === id)!.reference
  const csv = [
    'reference,status,reason',
    `${referenceOf(sending!)},Failed,Zoe Hidden has no account`,
    `${referenceOf(refused!)},Perhaps,Zoe Hidden was paid before`,
  ].join('\n')
  ;({ importId } = await inTransaction(app.db, async (tx) => importPayoutResults(tx, olga, { runId, csv })))
  expect(await applyPayoutResults(app.db, { importId }, app.payoutRunDeps)).toMatchObject({
    exceptions: 1,
    refused: 1,
  })
})

/** A key of Fay's for some of what she may do. */
async function keyFor(...scopes: OperatorPermission[]): Promise<Asker> {
  const payload = { name: scopes.join(' '), scopes, days: 1 }
  const { status, body } = await callOperator(app, fay, { method: 'POST', path: '/keys', payload })
  expect(status).toBe(201)
  return { headers: { authorization: `Bearer ${body.secret}` } }
}

async function textOf(path: string, { headers }: Asker): Promise<string> {
  const { statusCode, body } = await app.server.inject({ url: `/api/v1/operator${path}`, headers })
  expect(statusCode, path).toBe(200)
  return body
}

/** What says who Zoe is, and where she is paid. */
const zoeIn = (text: string) =>
  [zoe.uid, zoe.email, 'Zoe', `${zoe.email[0]}…@example.com`].filter((one) => text.includes(one))

/** Every reading of money that has to do with her. */
const paths = () => ({
  named: [
    ...Object.keys(redemptions).map((state) => `/redemptions?state=${state}`),
    ...Object.values(redemptions).map((id) => `/redemptions/${id}`),
    `/payout-runs/${runId}/payouts`,
    `/payout-imports/${importId}/refused`,
    `/ledger/accounts?owner=${zoe.party}`,
  ],
  others: ['/payout-runs', `/payout-runs/${runId}`, `/payout-imports/${importId}`, '/home', '/pending-acts'],
})

test('who may read of members sees whose redemptions and payments are', async () => {
  for (const asker of [fay, await keyFor('read', 'read.money', 'read.members')])
    for (const path of paths().named) expect(zoeIn(await textOf(path, asker)), path).not.toEqual([])
})

test('for others, by role or by key, no answer says who a member is', async () => {
  for (const asker of [rea, await keyFor('read', 'read.money')])
    for (const path of [...paths().named, ...paths().others])
      expect(zoeIn(await textOf(path, asker)), path).toEqual([])
})

test('others see the rows without their member, and find none by one', async () => {
  const read = async (path: string, who: TestOperator) => (await callOperator(app, who, { path })).body
  const { requested, rejected, sending } = redemptions
  expect(await read('/redemptions', rea)).toMatchObject({
    items: [{ id: requested, member: null, destination: { kind: 'paypal', hint: null }, crels: 1_000 }],
  })
  expect(await read(`/redemptions/${rejected}`, rea)).toMatchObject({
    member: null,
    reason: null,
    timeline: [{ state: 'requested' }, { state: 'rejected', by: 'kim', reason: null }],
  })
  const { items } = await read(`/payout-runs/${runId}/payouts?state=exception`, rea)
  expect(items).toMatchObject([
    { redemptionId: sending, member: null, destinationHint: null, reason: null, usdCents: 20_00 },
  ])
  expect((await read(`/redemptions?uid=${zoe.uid}`, rea)).items).toEqual([])
  expect((await read(`/redemptions?uid=${zoe.uid}`, fay)).items).toHaveLength(1)
})

test('a file of redemptions, whose lines begin with a uid, takes both permissions', async () => {
  const start = async (asker: Asker) =>
    await callOperator(app, asker, {
      method: 'POST',
      path: '/exports',
      payload: { list: 'redemptions', filters: {} },
    })
  expect(await start(await keyFor('list.export', 'read.money'))).toMatchObject({
    status: 403,
    body: { detail: 'The file of redemptions takes read.members.' },
  })
  expect((await start(await keyFor('list.export', 'read.members'))).body.detail).toBe(
    'The file of redemptions takes read.money.',
  )
  expect((await start(await keyFor('list.export', 'read.money', 'read.members'))).status).toBeLessThan(300)
})
