import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedRedemptionPage } from '#contracts/operator-redemptions.schemas.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, giveFactor, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'

let app: TestApp
let fay: TestOperator
let finn: TestOperator
const giftCard = { kind: 'gift_card', email: 'cards@example.com' }

beforeAll(async () => {
  app = await startTestApp()
  fay = await operatorBearer(app, 'finance', 'fay@crels.example')
  finn = await operatorBearer(app, 'finance', 'finn@crels.example')
  await giveFactor(app, fay.operatorId)
  await giveFactor(app, finn.operatorId)
})
afterAll(async () => await app.close())

const post = async (who: TestOperator, path: string, payload: object = {}) =>
  await callOperator(app, who, { method: 'POST', path: `/redemptions/${path}`, payload })
const unpaid = async (): Promise<OperatedRedemptionPage> =>
  (await callOperator(app, fay, { path: '/redemptions?state=approved&run=none' })).body

/** A redemption that Fay approved. */
async function approved(member: Redeemer): Promise<string> {
  const { id } = await redeem(app, member)
  expect((await post(fay, `${id}/approve`)).status).toBe(200)
  return id
}

/** What told Fay that nobody else can have paid what she approved. */
async function mailed(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from dev_mail where recipient = ${fay.email} and subject = 'A payout you approved waits a day'`.execute(
    app.db,
  )
  return rows.map(({ text }) => text)
}

test('a gift card is sent by another than who approved it, opened with a reason, and said to be paid', async () => {
  const id = await approved(await createRedeemer(app, { to: giftCard }))
  expect((await unpaid()).items).toMatchObject([{ id, sendableBy: ['manual'] }])
  const itself = await post(fay, `${id}/send`, { provider: 'manual' })
  expect([itself.status, itself.body.detail]).toEqual([
    403,
    'You approved this redemption: another operator has it paid.',
  ])
  const sent = await post(finn, `${id}/send`, { provider: 'manual' })
  expect(sent).toMatchObject({ status: 200, body: { state: 'sending', provider: 'manual', sendableBy: [] } })
  expect((await unpaid()).items).toEqual([])
  expect((await post(finn, `${id}/send`, { provider: 'manual' })).status).toBe(200)
  const late = await post(fay, `${id}/send`, { provider: 'manual' })
  expect([late.status, late.body.detail]).toEqual([
    409,
    expect.stringMatching(/is sending already\. finn did redemption\.send on it at .* UTC\.$/),
  ])

  const opened = await post(finn, `${id}/destination/opening`, { reason: 'Its gift card is ordered.' })
  expect(opened).toEqual({ status: 200, body: giftCard })
  expect((await post(finn, `${id}/destination/opening`)).status).toBe(422)
  const { rows } = await sql<{ action: string; reason: string | null; isSealed: boolean }>`
    select action, reason, sealed is not null as "isSealed" from audit_entry
    where target = ${id} and operator_id = ${finn.operatorId} order by seq`.execute(app.db)
  expect(rows).toEqual([
    { action: 'redemption.send', reason: null, isSealed: false },
    { action: 'redemption.open-destination', reason: null, isSealed: true },
  ])
  expect(JSON.stringify(rows)).not.toContain('ordered')

  expect((await post(finn, `${id}/paid`, { reference: '' })).status).toBe(422)
  const paid = await post(finn, `${id}/paid`, { reference: 'GC-17' })
  expect(paid).toMatchObject({ status: 200, body: { state: 'paid', reference: 'GC-17' } })
  expect((await post(finn, `${id}/paid`, { reference: 'GC-17' })).status).toBe(200)
  expect((await post(finn, `${id}/paid`, { reference: 'GC-18' })).body.code).toBe('conflict')
  expect((await post(fay, `${id}/paid`, { reference: 'GC-17' })).body.detail).toMatch(
    /is paid already\. finn did redemption\.paid/,
  )
  // Nothing is to be paid any more: it stays closed.
  expect((await post(finn, `${id}/destination/opening`, { reason: 'Once more.' })).body.code).toBe('conflict')
})

test('what does not arrive is failed with a reason, and its crels return', async () => {
  const member = await createRedeemer(app, { to: { kind: 'manual', instructions: 'Leave it at the door.' } })
  const id = await approved(member)
  expect((await post(finn, `${id}/send`, { provider: 'manual' })).status).toBe(200)
  const itself = await post(finn, `${id}/failed`, { reason: 'Nobody opens.' })
  expect([itself.status, itself.body.detail]).toEqual([
    403,
    'You had this redemption sent: another operator says that it failed.',
  ])
  expect((await post(fay, `${id}/failed`, { reason: 'Nobody opens.' })).body).toMatchObject({
    state: 'failed',
    reason: 'Nobody opens.',
  })
  expect((await post(fay, `${id}/failed`, { reason: 'Nobody opens.' })).status).toBe(200)
  const late = await post(finn, `${id}/failed`, { reason: 'Nobody opens.' })
  expect([late.status, late.body.detail]).toEqual([
    409,
    expect.stringMatching(/is failed already\. fay did redemption\.failed on it at .* UTC\.$/),
  ])
  const wallet = await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })
  expect(wallet.json()).toMatchObject({ available: 10_000, reserved: 0 })
})

test('what a payout run pays is neither sent by itself nor settled here', async () => {
  const id = await approved(await createRedeemer(app))
  expect((await unpaid()).items).toMatchObject([{ id, sendableBy: [] }])
  for (const provider of ['manual', 'batch file', 'paypal'])
    expect((await post(finn, `${id}/send`, { provider })).body.code).toBe('conflict')
  const drafted = await callOperator(app, finn, {
    method: 'POST',
    path: '/payout-runs',
    payload: { format: 'paypal', redemptionIds: [id] },
  })
  expect(drafted.status).toBe(201)
  expect((await unpaid()).items).toEqual([])
  for (const [act, body] of [
    ['paid', { reference: 'PP-1' }],
    ['failed', { reason: 'No.' }],
  ] as const)
    expect((await post(finn, `${id}/${act}`, body)).body.code).toBe('conflict')
})

test('where nobody else could, who approved it has it paid a day later', async () => {
  expect(await mailed()).toEqual([])
  const id = await approved(await createRedeemer(app, { to: giftCard }))
  expect(await mailed()).toEqual([])
  await sql`delete from operator_passkey where operator_id = ${finn.operatorId}`.execute(app.db)
  expect((await post(finn, `${id}/send`, { provider: 'manual' })).status).toBe(403)
  expect((await post(fay, `${id}/send`, { provider: 'manual' })).body.detail).toMatch(
    /waits 24 hours, until 20/,
  )
  await shiftClock(app.db, '25 hours')
  const again = await operatorBearer(app, 'finance', fay.email)
  expect((await post(again, `${id}/send`, { provider: 'manual' })).status).toBe(200)

  // Whoever acts in their name is found out: at the approval, one mail for all that it approves, none for what runs pay.
  const asked = [
    await redeem(app, await createRedeemer(app)),
    await redeem(app, await createRedeemer(app, { to: giftCard })),
    await redeem(app, await createRedeemer(app, { to: giftCard })),
  ].map((one) => one.id)
  const answer = await callOperator(app, again, {
    method: 'POST',
    path: '/redemptions/approve',
    payload: { ids: asked },
  })
  expect(answer.body).toMatchObject({ done: 3 })
  const mails = await mailed()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain(asked[1])
  expect(mails[0]).toContain('after 24 hours')
  // So do the owners.
  const { rows: heard } = await sql<{ text: string; isOwner: boolean }>`
    select d.text, o.role = 'owner' as "isOwner" from dev_mail d join operator o on o.email = d.recipient
    where d.subject = 'fay approved a payout that no one else can have paid'`.execute(app.db)
  expect(heard).toMatchObject([{ isOwner: true, text: expect.stringContaining(asked[1]!) as string }])
})
