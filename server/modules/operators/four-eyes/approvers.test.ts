import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import { shiftClock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, giveFactor, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { inviteOperator } from '../access/invitations.ts'
import { operatorActing } from '../change-operators.ts'
import { operatorById } from '../operator-queries.ts'
import { approversOf, othersWhoCould } from './approvers.ts'

let app: TestApp
let olga: TestOperator
let finn: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  finn = await operatorBearer(app, 'finance', 'finn@crels.example')
  for (const { operatorId } of [olga, finn]) await giveFactor(app, operatorId)
})
afterAll(() => app.close())

/** Somebody adds an operator, who sets up a passkey at once. */
async function added(
  by: TestOperator,
  name: string,
  role: OperatorRole = 'owner',
  hasFactor = true,
): Promise<TestOperator> {
  const email = `${name}@crels.example`
  const { status } = await callOperator(app, by, {
    method: 'POST',
    path: '/operators',
    payload: { email, name, role },
  })
  expect(status).toBe(201)
  const operator = await operatorBearer(app, role, email)
  if (hasFactor) await giveFactor(app, operator.operatorId)
  return operator
}

/** Somebody invites an operator anew who is there already. */
async function invite(tx: Tx, by: TestOperator, { email }: TestOperator): Promise<void> {
  const actor = { ...(await operatorActing(tx, by.email)), via: 'console' } as const
  await inviteOperator(tx, app.config, actor, { email })
}

/** The same operator, who has just proved a factor. */
const later = async ({ email }: TestOperator) => await operatorBearer(app, 'owner', email)

/** By their names, in order: who could approve a payout run of somebody now, and who is somebody else at all. */
async function besides({ operatorId: proposedBy }: TestOperator): Promise<{ now: string[]; ever: string[] }> {
  const asked = { action: 'payout-run.approve', proposedBy } as const
  const names = async (ids: string[]) =>
    (await Promise.all(ids.map(async (id) => (await operatorById(app.db, id))!.name))).sort()
  return {
    now: await names(await approversOf(app.db, asked)),
    ever: await names(await othersWhoCould(app.db, asked)),
  }
}

test('who was invited by whom one invited is no second person either, until a day after', async () => {
  const bea = await added(olga, 'bea')
  await shiftClock(app.db, '20 hours')
  const cleo = await added(await operatorBearer(app, 'owner', bea.email), 'cleo')
  expect(await besides(olga)).toEqual({ now: ['finn'], ever: ['finn'] })
  expect(await besides(cleo)).toEqual({ now: ['finn'], ever: ['finn', 'olga'] })

  // Olga’s own invitation is a day old, that of Cleo is not: she came by it all the same.
  await shiftClock(app.db, '5 hours')
  expect(await besides(olga)).toEqual({ now: ['bea', 'finn'], ever: ['bea', 'finn'] })
  expect(await besides(cleo)).toEqual({ now: ['finn'], ever: ['bea', 'finn', 'olga'] })
  const late = await operatorBearer(app, 'owner', olga.email)
  const { body } = await callOperator(app, late, {
    method: 'POST',
    path: '/rate-changes',
    payload: { usdToCrels: '10.6', seen: '10.5', reason: 'The market moved.' },
  })
  const approved = await callOperator(app, await operatorBearer(app, 'owner', cleo.email), {
    method: 'POST',
    path: `/pending-acts/${(body as PendingActView).id}/approval`,
  })
  expect([approved.status, (approved.body as { detail: string }).detail]).toEqual([
    403,
    expect.stringContaining('directly or through others'),
  ])

  await shiftClock(app.db, '20 hours')
  expect(await besides(olga)).toEqual({ now: ['bea', 'cleo', 'finn'], ever: ['bea', 'cleo', 'finn'] })
})

test('two whom the same one invited do not approve for each other', async () => {
  const dora = await added(await operatorBearer(app, 'owner', olga.email), 'dora', 'finance')
  await added(await operatorBearer(app, 'owner', olga.email), 'emil', 'finance')
  const { now, ever } = await besides(dora)
  expect(now).not.toContain('emil')
  expect(now).toContain('finn')
  // Who made them was there before.
  expect(ever).toContain('olga')
  expect(ever).not.toContain('emil')
})

test('one who was there and is invited anew still counts, and whom they make then does not', async () => {
  await shiftClock(app.db, '2 days')
  const bea = await operatorBearer(app, 'owner', 'bea@crels.example')
  await inTransaction(app.db, async (tx) => await invite(tx, olga, bea))
  await added(bea, 'gus', 'finance')
  const { now, ever } = await besides(olga)
  expect(now).not.toContain('bea')
  expect(ever).toContain('bea')
  for (const names of [now, ever]) expect(names).not.toContain('gus')
})

test('a chain is followed to its first one, also where one in it is disabled', async () => {
  await shiftClock(app.db, '2 days')
  const chain = [olga]
  for (const name of ['jan', 'kai', 'lou', 'mae']) {
    chain.push(await added(await later(chain.at(-1)!), name))
    await shiftClock(app.db, '5 hours')
  }
  const [kai, mae] = [chain[2]!, chain[4]!]
  const { now, ever } = await besides(olga)
  for (const name of ['jan', 'kai', 'lou', 'mae'])
    for (const names of [now, ever]) expect(names).not.toContain(name)
  expect((await besides(mae)).now).not.toContain('olga')
  expect((await besides(mae)).ever).toContain('olga')

  const path = `/operators/${kai.operatorId}/disabling`
  const disabled = await callOperator(app, await later(olga), {
    method: 'POST',
    path,
    payload: { reason: 'Left.' },
  })
  expect(disabled.status).toBe(204)
  for (const names of Object.values(await besides(olga))) {
    expect(names).not.toContain('kai')
    expect(names).not.toContain('mae')
  }
  // Jan is a day old after this, and who came by Jan’s invitation in that day is not.
  await shiftClock(app.db, '5 hours')
  expect((await besides(olga)).now).toContain('jan')
  expect((await besides(olga)).now).not.toContain('mae')
  expect((await besides(mae)).now).toEqual(['bea', 'cleo', 'dora', 'emil', 'finn', 'gus'])
  await shiftClock(app.db, '1 day')
  expect((await besides(mae)).now).toEqual(expect.arrayContaining(['jan', 'lou', 'olga']))
})

test('who invite each other anew, round and round, approve for each other a day later', async () => {
  await shiftClock(app.db, '2 days')
  const bea = await later({ ...olga, email: 'bea@crels.example' })
  const round = async () =>
    await inTransaction(app.db, async (tx) => {
      for (const [by, whom] of [
        [olga, bea],
        [bea, olga],
        [bea, finn],
        [olga, finn],
        [bea, bea],
      ] as const)
        await invite(tx, by, whom)
    })
  await round()
  await shiftClock(app.db, '5 hours')
  await round()
  const { now, ever } = await besides(olga)
  for (const name of ['bea', 'finn']) {
    expect(now).not.toContain(name)
    expect(ever).toContain(name)
  }
  await shiftClock(app.db, '1 day')
  expect((await besides(olga)).now).toEqual(expect.arrayContaining(['bea', 'finn']))
})

test('an act is offered for approval, and to be rejected, to who can do that', async () => {
  await shiftClock(app.db, '2 days')
  const owner = await operatorBearer(app, 'owner', olga.email)
  const { body } = await callOperator(app, owner, {
    method: 'POST',
    path: '/rate-changes',
    payload: { usdToCrels: '10.7', seen: '10.5', reason: 'The market moved.' },
  })
  const { id } = body as PendingActView
  const invited = await added(owner, 'hal', 'finance')
  const bare = await added(await operatorBearer(app, 'owner', 'bea@crels.example'), 'ida', 'finance', false)
  const isOffered = async (who: TestOperator) => {
    const listed = await callOperator(app, who, { path: '/pending-acts?state=waiting' })
    const { items } = listed.body as { items: PendingActView[] }
    const { isYoursToApprove, isYoursToReject } = items.find((act) => act.id === id)!
    return [isYoursToApprove, isYoursToReject]
  }
  for (const who of [owner, invited, bare]) expect(await isOffered(who), who.email).toEqual([false, true])
  // One may not reject at all, the other may, but not a rate.
  for (const role of ['support', 'manager'] as const)
    expect(await isOffered(await operatorBearer(app, role)), role).toEqual([false, false])
  expect(await isOffered(await operatorBearer(app, 'finance', finn.email))).toEqual([true, true])
})

test('an act on one’s own account is offered to be rejected where one proposed it oneself, as the server answers', async () => {
  const owner = await operatorBearer(app, 'owner', olga.email)
  const { uid, headers } = await createMember(app, { email: finn.email })
  // A member from their first call on.
  await app.server.inject({ url: '/api/v1/earnings', headers })
  const propose = async (by: TestOperator, amount: number) => {
    const payload = { asset: 'points', amount, reason: 'A sale of May.' }
    const path = `/members/${uid}/adjustments`
    const { status, body } = await callOperator(app, by, { method: 'POST', path, payload })
    expect(status, JSON.stringify(body)).toBe(202)
    return body as PendingActView
  }
  const reject = async (by: TestOperator, { id }: PendingActView) =>
    (
      await callOperator(app, by, {
        method: 'POST',
        path: `/pending-acts/${id}/rejection`,
        payload: { reason: 'A slip.' },
      })
    ).status
  const seen = async (by: TestOperator, { id }: PendingActView) =>
    (await callOperator(app, by, { path: `/pending-acts/${id}` })).body as PendingActView
  const theirs = await propose(owner, 10)
  const member = await operatorBearer(app, 'finance', finn.email)
  expect((await seen(member, theirs)).isYoursToReject).toBe(false)
  expect(await reject(member, theirs)).toBe(403)
  const manager = await operatorBearer(app, 'manager')
  expect((await seen(manager, theirs)).isYoursToReject).toBe(false)
  expect(await reject(manager, theirs)).toBe(403)
  expect((await seen(owner, theirs)).isYoursToReject).toBe(true)
  expect(await reject(owner, theirs)).toBe(200)
  expect((await seen(owner, theirs)).isYoursToReject).toBe(false)
})
