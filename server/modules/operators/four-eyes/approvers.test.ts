import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
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
  expect(await besides(cleo)).toEqual({ now: ['finn'], ever: ['finn', 'olga'] })
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
    expect.stringContaining('also by way of others'),
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
  await inTransaction(
    app.db,
    async (tx) =>
      await inviteOperator(
        tx,
        app.config,
        { ...(await operatorActing(tx, olga.email)), via: 'console' },
        { email: bea.email },
      ),
  )
  await added(bea, 'gus', 'finance')
  const { now, ever } = await besides(olga)
  expect(now).not.toContain('bea')
  expect(ever).toContain('bea')
  for (const names of [now, ever]) expect(names).not.toContain('gus')
})

test('an act is offered for approval to who can approve it', async () => {
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
    return items.find((act) => act.id === id)!.isYoursToApprove
  }
  const asked = [owner, invited, bare, await operatorBearer(app, 'support')]
  for (const who of asked) expect(await isOffered(who), who.email).toBe(false)
  expect(await isOffered(await operatorBearer(app, 'finance', finn.email))).toBe(true)
})
