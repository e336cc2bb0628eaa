import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DisablingPreview, PendingActDetail } from '#contracts/pending-acts.schemas.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { callOperator, giveFactor, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { createKey, operatorOfKey } from './access/operator-keys.ts'
import { checkAuditLog, listAuditEntries } from './audit-log.ts'
import { changeOperator, operatorActing } from './change-operators.ts'
import { proposeAct } from './four-eyes/pending-acts.ts'
import { changeRole } from './four-eyes/role-acts.ts'
import { operatorById } from './operator-queries.ts'

let app: TestApp
let olga: TestOperator
let kim: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  kim = await operatorBearer(app, 'owner', 'kim@crels.example')
  for (const { operatorId } of [olga, kim]) await giveFactor(app, operatorId)
})
afterAll(() => app.close())

async function post(path: string, who: TestOperator, payload: object = {}) {
  const { status, body } = await callOperator(app, who, { method: 'POST', path, payload })
  return { status, body: body as { id: string; detail: string } }
}
const show = async (id: string, who = olga) =>
  (await callOperator(app, who, { path: `/pending-acts/${id}` })).body as PendingActDetail
const disable = async (of: TestOperator, who = olga) =>
  await post(`/operators/${of.operatorId}/disabling`, who, { reason: 'Left.' })
const undo = async (of: TestOperator, who = olga) =>
  await post(`/operators/${of.operatorId}/disabling/undo`, who)
const isDisabled = async ({ operatorId }: TestOperator) =>
  (await operatorById(app.db, operatorId))!.disabledAt !== null

test('what a disabled operator proposed is rejected, and not done where they come back', async () => {
  const finn = await operatorBearer(app, 'finance', 'finn@crels.example')
  await giveFactor(app, finn.operatorId)
  const seen = (await currentRate(app.db)).usdToCrels
  const { body: rate } = await post('/rate-changes', finn, { usdToCrels: '10.6', seen, reason: 'It moved.' })
  const { uid } = await createRedeemer(app)
  const adjustment = { asset: 'crels', amount: 10, reason: 'A sale of May.' }
  const { body: balance } = await post(`/members/${uid}/adjustments`, finn, adjustment)
  const { body: taken } = await callOperator(app, olga, {
    path: `/operators/${finn.operatorId}/disabling-preview`,
  })
  expect(taken as DisablingPreview).toEqual({ proposals: 2, keys: 0, requests: 0, orders: 0, deletions: 0 })

  expect((await disable(finn)).status).toBe(204)
  for (const { id } of [rate, balance])
    expect(await show(id)).toMatchObject({
      state: 'rejected',
      decidedBy: { name: 'olga' },
      note: 'Who proposed it was disabled.',
      isYoursToApprove: false,
      effect: null,
    })
  expect((await undo(finn)).status).toBe(204)
  for (const { id } of [rate, balance])
    expect((await post(`/pending-acts/${id}/approval`, kim)).body.detail).toBe(
      'It is rejected already by olga.',
    )
  expect((await currentRate(app.db)).usdToCrels).toBe(seen)
  const entries = await listAuditEntries(app.db, { action: 'act.reject', limit: 5 })
  expect(entries).toMatchObject([{ by: 'olga' }, { by: 'olga' }])
  expect(await checkAuditLog(app.db)).toMatchObject({ breaks: [], differences: [] })
})

test('what an operator was just proposing or making when they were disabled ends as well', async () => {
  const pat = await operatorBearer(app, 'owner', 'pat@crels.example')
  const finn = await operatorBearer(app, 'finance', 'finn@crels.example')
  const actor = await operatorActing(app.db, pat.email)
  const caller: OperatorCaller = {
    ...actor,
    kind: 'operator',
    via: 'console',
    scopes: null,
    session: null,
    isRecent: true,
    requestId: 'a-test',
  }
  const { act, key, disabling } = await app.db.transaction().execute(async (tx) => {
    const made = {
      key: await createKey(tx, caller, { name: 'Books', scopes: ['read'], days: 9 }),
      act: await proposeAct(tx, app.payoutRunDeps, actor, {
        act: changeRole,
        target: finn.operatorId,
        input: { role: 'manager' },
        reason: 'Grew.',
      }),
    }
    const ended = disable(pat)
    await Promise.race([ended, untilBlocked(app.db)])
    // Not awaited: it goes on once this transaction is over.
    return { ...made, disabling: ended }
  })
  expect((await disabling).status).toBe(204)
  expect(await show(act.id)).toMatchObject({ state: 'rejected', note: 'Who proposed it was disabled.' })
  expect((await undo(pat)).status).toBe(204)
  expect(await operatorOfKey(app.db, key.secret)).toBeUndefined()
})

test('who is being disabled proposes nothing any more', async () => {
  const ron = await operatorBearer(app, 'owner', 'ron@crels.example')
  const finn = await operatorBearer(app, 'finance', 'finn@crels.example')
  const { proposing } = await app.db.transaction().execute(async (tx) => {
    const change = { email: ron.email, isDisabled: true, reason: 'Left.' }
    await changeOperator(tx, testActor, change)
    const wish = { role: 'manager', seen: 'finance', reason: 'Grew.' }
    const proposed = post(`/operators/${finn.operatorId}/role-changes`, ron, wish)
    await Promise.race([proposed, untilBlocked(app.db)])
    return { proposing: proposed }
  })
  expect((await proposing).status).toBe(403)
})

test('of disabling and approving at once one comes first, and both end', async () => {
  const finn = await operatorBearer(app, 'finance', 'finn@crels.example')
  for (let round = 0; round < 5; round += 1) {
    const seen = (await currentRate(app.db)).usdToCrels
    const usdToCrels = (Number(seen) + 0.01).toFixed(2)
    const again = await operatorBearer(app, 'finance', finn.email)
    const { body: act } = await post('/rate-changes', again, { usdToCrels, seen, reason: 'It moved.' })
    const { body: role } = await post(`/operators/${finn.operatorId}/role-changes`, olga, {
      role: 'manager',
      seen: 'finance',
      reason: 'Grew.',
    })
    const [approved, , disabled] = await Promise.all([
      post(`/pending-acts/${act.id}/approval`, kim),
      post(`/pending-acts/${role.id}/rejection`, kim, { reason: 'Not now.' }),
      disable(finn),
    ])
    expect(disabled.status).toBe(204)
    expect([200, 409]).toContain(approved.status)
    expect((await currentRate(app.db)).usdToCrels === usdToCrels).toBe(approved.status === 200)
    expect((await undo(finn)).status).toBe(204)
  }
})

test('disabling is undone by who did it, within ten minutes, and by nobody else or later', async () => {
  const sam = await operatorBearer(app, 'support', 'sam@crels.example')
  expect((await undo(sam)).status).toBe(409)
  await disable(sam)
  const refused = {
    status: 409,
    body: {
      detail: 'Only who disabled an operator takes it back, within 10 minutes. Propose to enable them.',
    },
  }
  expect(await undo(sam, kim)).toMatchObject(refused)
  expect((await undo(sam)).status).toBe(204)
  expect(await isDisabled(sam)).toBe(false)
  expect(await undo(sam)).toMatchObject(refused)
  // The sessions of before stay ended.
  expect((await callOperator(app, sam, { path: '/me' })).status).toBe(401)

  await disable(sam)
  await shiftClock(app.db, '11 minutes')
  expect(await undo(sam, await operatorBearer(app, 'owner', olga.email))).toMatchObject(refused)
  expect(await isDisabled(sam)).toBe(true)
  expect(
    (await callOperator(app, olga, { path: `/operators/opr_${'0'.repeat(32)}/disabling-preview` })).status,
  ).toBe(404)
})
