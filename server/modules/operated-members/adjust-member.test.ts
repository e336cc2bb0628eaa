import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import { housePromotion, lockAccounts, reconcile } from '#server/modules/ledger/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo, type TestMember } from '#testing/members.ts'
import { giveFactor, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'

let app: TestApp
let olga: TestOperator
let finn: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  finn = await operatorBearer(app, 'finance', 'finn@crels.example')
  await giveFactor(app, finn.operatorId)
})
afterAll(async () => {
  expect((await reconcile(app.db)).clean).toBe(true)
  await app.close()
})

type Body = PendingActView & { code?: string; detail?: string; items?: PendingActView[] }
async function call(
  method: 'GET' | 'POST',
  url: string,
  who: Pick<TestOperator, 'headers'>,
  payload?: object,
) {
  const response = await app.server.inject({
    method,
    url: `/api/v1/operator/${url}`,
    ...(payload && { payload }),
    headers: who.headers,
  })
  return { status: response.statusCode, body: (response.body ? response.json() : {}) as Body }
}
const reason = 'A sale of May was never reported.'
const propose = async (
  { uid }: { uid: string },
  input: { asset: 'crels' | 'points'; amount: number },
  who = olga,
) => await call('POST', `members/${uid}/adjustments`, who, { ...input, reason })
const approve = async ({ id }: { id: string }, who = finn) =>
  await call('POST', `pending-acts/${id}/approval`, who, {})
const read = async <T>({ headers }: Pick<TestMember, 'headers'>, url: string) =>
  (await app.server.inject({ url: `/api/v1/${url}`, headers })).json() as T
const wallet = async (member: TestMember) =>
  await read<{ available: number; reserved: number; debt: number }>(member, 'wallet')
const newMember = async () => {
  const member = await createMember(app)
  await wallet(member)
  return member
}

test('crels wait for another operator, are posted once, and are in the member’s statement and inbox', async () => {
  const member = await newMember()
  const { status, body: proposed } = await propose(member, { asset: 'crels', amount: 250 })
  expect([status, proposed]).toMatchObject([
    202,
    { action: 'member.adjust', memberUid: member.uid, reason, state: 'waiting', runsAt: null },
  ])
  expect((await wallet(member)).available).toBe(0)
  expect((await approve(proposed, olga)).status).toBe(403)
  const answers = await Promise.all([1, 2, 3, 4].map(async () => await approve(proposed)))
  expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409, 409, 409])
  expect((await wallet(member)).available).toBe(250)
  const statement = await read<{ items: object[] }>(member, 'wallet/statement')
  expect(statement.items).toMatchObject([{ kind: 'adjustment', crels: 250, balanceAfter: 250, about: null }])
  const inbox = await read<{ items: { title: string }[] }>(member, 'notifications')
  expect(inbox.items).toMatchObject([{ title: 'We added 250 crels to your wallet' }])
  const { rows } = await sql<{ code: string; amount: number }>`
    select a.code, e.amount::int as amount from entry e join account a on a.id = e.account_id join txn t on t.id = e.txn_id
    where t.scope = 'adjustment' and t.idem = ${proposed.id} order by a.code`.execute(app.db)
  expect(rows).toEqual([
    { code: 'house.promotion', amount: -250 },
    { code: 'member.available', amount: 250 },
  ])
})

test('who approves an adjustment sees the balance as it is by now, and as it will be', async () => {
  const member = await newMember()
  const { body: proposed } = await propose(member, { asset: 'crels', amount: 30 })
  await approve((await propose(member, { asset: 'crels', amount: 100 })).body)
  const show = async (who: Pick<TestOperator, 'headers'>) =>
    (await call('GET', `pending-acts/${proposed.id}`, who)).body
  expect(await show(finn)).toMatchObject({
    changed: null,
    effect: {
      kind: 'balance',
      asset: 'crels',
      before: { available: 100, debt: 0, points: 0 },
      after: { available: 130, debt: 0, points: 0 },
    },
  })
  expect(await show(await operatorBearer(app, 'read-only'))).toMatchObject({ memberUid: null, effect: null })
  // A balance changes by itself: what is added is the same.
  expect((await approve(proposed)).status).toBe(200)
  expect((await wallet(member)).available).toBe(130)
})

test('a proposal that is sent twice is one, until it is decided', async () => {
  const member = await newMember()
  const wish = { asset: 'crels', amount: 7 } as const
  const both = await Promise.all([1, 2].map(async () => await propose(member, wish)))
  expect(both.map(({ status }) => status)).toEqual([202, 202])
  const [{ id }] = both.map(({ body }) => body) as [PendingActView]
  expect(both[1]!.body.id).toBe(id)
  expect((await propose(member, { ...wish, amount: 8 })).body.id).not.toBe(id)
  expect((await approve({ id })).status).toBe(200)
  expect((await propose(member, wish)).body.id).not.toBe(id)
  expect((await wallet(member)).available).toBe(7)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where action = 'act.propose' and target = ${id}`.execute(
    app.db,
  )
  expect(rows[0]!.count).toBe(1)
})

test('who writes about a member does not wait for an adjustment of theirs that waits', async () => {
  const member = await newMember()
  const { adjusting } = await app.db.transaction().execute(async (tx) => {
    await lockAccounts(tx, [housePromotion])
    const proposed = propose(member, { asset: 'crels', amount: 3 })
    await expect.poll(async () => await waitsForAccounts()).toBe(true)
    const note = call('POST', `members/${member.uid}/notes`, finn, { note: 'She called.' })
    expect(await Promise.race([note, delay(3_000, 'it waits')])).toMatchObject({ status: 204 })
    // Not awaited: it goes on once this transaction is over.
    return { adjusting: proposed }
  })
  expect((await adjusting).status).toBe(202)
})

async function waitsForAccounts(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_lock%'`.execute(
    app.db,
  )
  return rows.length > 0
}

test('what is taken is never more than is there, neither when it is proposed nor when it is approved', async () => {
  const member = await createRedeemer(app, { crels: 1_200 })
  const refused = await propose(member, { asset: 'crels', amount: -1_201 })
  expect(refused.body).toMatchObject({
    status: 409,
    code: 'conflict',
    detail: 'Only 1200 crels are there: 1201 cannot be taken.',
  })
  const { body: proposed } = await propose(member, { asset: 'crels', amount: -500 })
  // What is set aside cannot be taken.
  await redeem(app, member)
  expect((await approve(proposed)).body.detail).toBe('Only 200 crels are there: 500 cannot be taken.')
  expect(await wallet(member)).toMatchObject({ available: 200, reserved: 1_000, debt: 0 })
  const less = await propose(member, { asset: 'crels', amount: -200 })
  expect((await approve(less.body)).status).toBe(200)
  expect(await wallet(member)).toMatchObject({ available: 0, reserved: 1_000 })
})

test('points are given as a lot that expires, and taken from those there are; they rank nowhere', async () => {
  const member = await newMember()
  const points = async () =>
    await read<{ balance: number; lots: { points: number; expiresAt: string }[] }>(member, 'points')
  await approve((await propose(member, { asset: 'points', amount: 90 })).body)
  const given = await points()
  expect(given).toMatchObject({ balance: 90, lots: [{ points: 90 }] })
  expect(Date.parse(given.lots[0]!.expiresAt)).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  expect((await propose(member, { asset: 'points', amount: -91 })).status).toBe(409)
  await approve((await propose(member, { asset: 'points', amount: -40 })).body)
  expect((await points()).balance).toBe(50)
  const history = await read<{ items: object[] }>(member, 'points/history')
  expect(history.items).toMatchObject([
    { kind: 'adjustment', points: -40 },
    { kind: 'adjustment', points: 90 },
  ])
  const { rows } = await sql`select from leaderboard_counted() c join member m on m.party = c.party
    where m.uid = ${member.uid}`.execute(app.db)
  expect(rows).toEqual([])
})

test('why is sealed in the log, and hidden from who may not see members', async () => {
  const member = await newMember()
  const { body: proposed } = await propose(member, { asset: 'crels', amount: 10 })
  await propose(member, { asset: 'crels', amount: 11 })
  const rejected = await call('POST', `pending-acts/${proposed.id}/rejection`, finn, {
    reason: 'She was paid in June.',
  })
  expect(rejected.body).toMatchObject({ state: 'rejected', note: 'She was paid in June.' })
  const reader = await operatorBearer(app, 'read-only')
  for (const [who, seen] of [
    [finn, { target: member.uid, memberUid: member.uid, reason, note: 'She was paid in June.' }],
    [reader, { target: 'member', memberUid: null, reason: null, note: null }],
  ] as const) {
    const { items } = (await call('GET', 'pending-acts', who)).body
    expect(items!.find(({ id }) => id === proposed.id)).toMatchObject(seen)
  }
  const { rows } = await sql<{ text: string }>`select e::text as text from audit_entry e`.execute(app.db)
  for (const { text } of rows)
    for (const trace of [member.uid, 'never reported', 'June']) expect(text).not.toContain(trace)
  const shown = (await call('GET', `members/${member.uid}`, olga)).body as unknown as {
    acts: { action: string; reason: string | null }[]
  }
  expect(shown.acts.map(({ action, reason: why }) => [action, why])).toEqual(
    expect.arrayContaining([
      ['act.propose', reason],
      ['act.reject', 'She was paid in June.'],
    ]),
  )
})

test('a lone operator waits 24 hours; the mail to owners does not say why', async () => {
  await sql`delete from operator_passkey where operator_id = ${finn.operatorId}`.execute(app.db)
  const member = await newMember()
  const { body: proposed } = await propose(member, { asset: 'crels', amount: 10 })
  expect(Date.parse(proposed.runsAt!) - Date.parse(proposed.proposedAt)).toBe(86_400_000)
  const [mail] = await mailsTo(app, 'olga@crels.example')
  expect(mail!.text).toContain('member.adjust')
  expect(mail!.text).not.toContain('never reported')
  await giveFactor(app, finn.operatorId)
})

test.each([
  ['nothing', { asset: 'crels', amount: 0 }],
  ['a part of a crel', { asset: 'crels', amount: 1.5 }],
  ['more than the limit', { asset: 'points', amount: 100_001 }],
  ['dollars', { asset: 'dollars', amount: 1 }],
])('refuses %s', async (_, input) => {
  const member = await newMember()
  const { status, body } = await propose(member, input as { asset: 'crels'; amount: number })
  expect([status, body.code]).toEqual([422, 'validation_failed'])
})

test('refuses a member who is not there, and the operator’s own account', async () => {
  expect((await propose({ uid: 'usr_nobody' }, { asset: 'crels', amount: 1 })).status).toBe(404)
  const own = await createMember(app, { email: 'olga@crels.example' })
  await wallet(own)
  const { status, body } = await propose(own, { asset: 'crels', amount: 1 })
  expect([status, body.detail]).toEqual([403, 'It is your own account: another operator decides.'])
})

test('an operator decides nothing about their own account, whoever proposed it', async () => {
  const own = await createMember(app, { email: 'finn@crels.example' })
  await wallet(own)
  const { body: proposed } = await propose(own, { asset: 'crels', amount: 40 })
  // The only other one who could approve is the member: it waits 24 hours, and the owners are mailed.
  expect(Date.parse(proposed.runsAt!) - Date.parse(proposed.proposedAt)).toBe(86_400_000)
  const detail = 'It is your own account: another operator decides.'
  for (const answer of [
    await approve(proposed),
    await call('POST', `pending-acts/${proposed.id}/rejection`, finn, { reason: 'I had them.' }),
  ])
    expect([answer.status, answer.body.detail]).toEqual([403, detail])
  expect((await wallet(own)).available).toBe(0)
  const fay = await operatorBearer(app, 'finance', 'fay@crels.example')
  await giveFactor(app, fay.operatorId)
  expect((await approve(proposed, fay)).status).toBe(200)
  expect((await wallet(own)).available).toBe(40)
})
