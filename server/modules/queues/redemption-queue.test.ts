import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import type { OperatedRedemptionPage } from '#contracts/operator-redemptions.schemas.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { operatedRedemptionsSql } from './redemption-queue.ts'

let app: TestApp
let finance: TestOperator
const members: Redeemer[] = []
const ids: string[] = []

beforeAll(async () => {
  app = await startTestApp()
  finance = await operatorBearer(app, 'finance')
  const place = { kind: 'paypal', email: 'one@example.com' }
  for (const [usdCents, to] of [
    [30_00, place],
    [90_00, undefined],
    [60_00, place],
  ] as const) {
    const member = await createRedeemer(app, { to })
    members.push(member)
    ids.push((await redeem(app, member, { usdCents })).id)
  }
})
afterAll(async () => await app.close())

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = finance) {
  return await callOperator(app, who, { method, path: url, payload })
}
const list = async (query = ''): Promise<OperatedRedemptionPage> =>
  (await call('GET', `/redemptions?${query}`)).body

test('lists what waits by wait and by value, page by page, each with its risk', async () => {
  const first = await list('limit=2')
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect((await list(`limit=2&cursor=${first.nextCursor}`)).items.map(({ id }) => id)).toEqual([ids[2]])
  const byValue = await list('sort=value&limit=1')
  expect(byValue.items[0]).toMatchObject({ id: ids[1], usdCents: 90_00, runId: null })
  expect((await list(`sort=value&cursor=${byValue.nextCursor}`)).items.map(({ id }) => id)).toEqual([
    ids[2],
    ids[0],
  ])
  expect(first.items[0]).toMatchObject({
    member: { uid: members[0]!.uid, email: members[0]!.email },
    destination: { kind: 'paypal', hint: 'o…@example.com' },
    risk: {
      accountAgeDays: 0,
      isFirstPayout: true,
      debtCrels: 0,
      frozenUntil: null,
      stoppedUntil: null,
      sharedDestination: 1,
      concentrationBps: null,
      isDisabled: false,
    },
  })
  expect((await list('state=paid')).items).toEqual([])
  expect((await list(`uid=${members[1]!.uid}`)).items).toHaveLength(1)
})

test('lists those of which a provider says otherwise until that is settled, whatever their state', async () => {
  const cards = await createRedeemer(app, { to: { kind: 'gift_card', email: 'cards@example.com' } })
  const { id } = await redeem(app, cards)
  const decision = { redemptionId: id, actor: testActor }
  await app.redemptions.approve(decision)
  await app.redemptions.send({ ...decision, provider: 'manual' })
  await app.redemptions.pay({ ...decision, reference: 'GC-1' })
  await sql`
    insert into payout_mismatch (redemption_id, said, detail) values (${id}, 'failed', 'Account closed')`.execute(
    app.db,
  )
  expect((await list('state=mismatched')).items).toMatchObject([{ id, state: 'paid', mismatch: 'failed' }])
  const shown = async (who?: TestOperator) => (await call('GET', `/redemptions/${id}`, undefined, who)).body
  expect((await shown()).mismatches).toMatchObject([{ said: 'failed', detail: 'Account closed' }])

  const settle = async (payload: object, who?: TestOperator) =>
    await call('POST', `/redemptions/${id}/settle-mismatch`, payload, who)
  const reason = 'The statement of the bank has no return.'
  expect(await settle({ reason: ' ' })).toMatchObject({ status: 422 })
  expect(await settle({})).toMatchObject({ status: 422 })
  const support = await operatorBearer(app, 'support')
  expect(await settle({ reason }, support)).toMatchObject({ status: 403 })
  const answers = await Promise.all([settle({ reason }), settle({ reason })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({
    id,
    state: 'paid',
    mismatch: null,
  })
  expect((await list('state=mismatched')).items).toEqual([])
  expect((await shown()).mismatches).toEqual([])
  // How it was put right is sealed by the member's key.
  const { rows } = await sql<{ reason: string | null; entry: string }>`
    select before, reason, e::text as entry from audit_entry e
    where action = 'redemption.settle-mismatch' and target = ${id}`.execute(app.db)
  expect(rows).toMatchObject([
    { before: { said: 'failed' }, reason: null, entry: expect.not.stringContaining(reason) },
  ])
})

test('lists one of which a provider says several things once, in each order and over pages', async () => {
  const paid: string[] = []
  for (const usdCents of [40_00, 50_00]) {
    const cards = await createRedeemer(app, { to: { kind: 'gift_card', email: 'cards@example.com' } })
    const decision = { redemptionId: (await redeem(app, cards, { usdCents })).id, actor: testActor }
    await app.redemptions.approve(decision)
    await app.redemptions.send({ ...decision, provider: 'manual' })
    await app.redemptions.pay({ ...decision, reference: 'GC-1' })
    paid.push(decision.redemptionId)
  }
  await sql`
    insert into payout_mismatch (redemption_id, said, detail, attempt)
    select id, said, 'GC-2', attempt
    from unnest(${paid}::text[]) as id, (values ('failed', null), ('twice', 1), ('twice', 2)) as said (said, attempt)`.execute(
    app.db,
  )
  for (const [sort, inOrder] of [
    ['wait', paid],
    ['newest', paid.toReversed()],
    ['value', paid.toReversed()],
  ] as const) {
    const first = await list(`state=mismatched&sort=${sort}&limit=1`)
    const next = await list(`state=mismatched&sort=${sort}&limit=1&cursor=${first.nextCursor}`)
    expect([...first.items, ...next.items].map(({ id }) => id)).toEqual(inOrder)
    expect(next.nextCursor).toBeNull()
  }
  await sql`
    update payout_mismatch set settled_at = now(), settled_by = 'olga', settled_as = case said when 'twice' then 'kept' end
    where settled_at is null`.execute(app.db)
})

test('shows one with its price, its steps and where its member earned', async () => {
  const { body } = await call('GET', `/redemptions/${ids[0]}`)
  expect(body).toMatchObject({
    rate: 10.5,
    feeBps: 500,
    concentration: null,
    paidBefore: { count: 0, usdCents: 0 },
    timeline: [{ state: 'requested', by: 'member', reason: null }],
  })
  expect((await call('GET', `/redemptions/rdm_${'0'.repeat(32)}`)).status).toBe(404)
})

test('a member who earns by one campaign has its share in the list', async () => {
  const at = { uid: members[1]!.uid, party: members[1]!.party }
  for (const [campaign, crels] of [
    ['cmp_a', 90],
    ['cmp_b', 10],
  ] as const)
    await sql`
      insert into earning (id, uid, party, campaign_id, enrolment_id, type, crels, state, occurred_at, unlocks_at, clicks,
        click_millicrels)
      values (${newId('earning')}, ${at.uid}, ${at.party}, ${campaign}, 'enr_x', 'click', ${crels}, 'pending', crels_now(),
        crels_now() + interval '30 days', 10, 1000)`.execute(app.db)
  expect((await list('sort=value&limit=1')).items[0]!.risk.concentrationBps).toBe(9_000)
})

test('decides one and many, each row by itself; the second operator hears who was faster', async () => {
  const self = await operatorBearer(app, 'finance', members[2]!.email)
  expect((await call('POST', `/redemptions/${ids[2]}/approve`, {}, self)).status).toBe(403)
  const approved = await call('POST', `/redemptions/${ids[0]}/approve`, {})
  expect(approved).toMatchObject({ status: 200, body: { state: 'approved', approvedBy: 'finance' } })

  const owner = await operatorBearer(app, 'owner')
  const late = await call('POST', `/redemptions/${ids[0]}/reject`, { reason: 'No.' }, owner)
  expect(late.status).toBe(409)
  expect(late.body.detail).toMatch(/is approved already\. finance did redemption\.approve on it at .* UTC\.$/)

  const many = await call(
    'POST',
    '/redemptions/reject',
    { ids: [ids[0], ids[1], ids[1], `rdm_${'0'.repeat(32)}`], reason: 'We need to talk first.' },
    owner,
  )
  expect(many.body).toMatchObject({
    done: 1,
    refused: 2,
    results: [
      { id: ids[0], done: false, code: 'conflict' },
      { id: ids[1], done: true, code: null },
      { done: false, code: 'not_found' },
    ],
  })
  const { body } = await call('POST', '/redemptions/approve', { ids: [ids[2]] })
  expect(body).toMatchObject({ done: 1, refused: 0 })

  // One's own decision again is answered as it was; another's is no answer, even where it is the same.
  const reject = async (reason: string, who: TestOperator) =>
    (await call('POST', '/redemptions/reject', { ids: [ids[1]], reason }, who)).body.results[0]
  expect((await reject('We need to talk first.', owner)).done).toBe(true)
  expect((await reject('Another reason.', owner)).code).toBe('conflict')
  expect((await reject('We need to talk first.', finance)).detail).toMatch(
    /is rejected already\. owner did redemption\.reject on it at .* UTC\.$/,
  )
  expect((await call('POST', `/redemptions/${ids[0]}/approve`, {})).status).toBe(200)
  const approvedLate = await call('POST', '/redemptions/approve', { ids: [ids[0], ids[2]] }, owner)
  expect(approvedLate.body).toMatchObject({ done: 0, refused: 2 })
  expect(approvedLate.body.results[0].detail).toMatch(/finance did redemption\.approve/)
  const acts = await sql<{ count: number }>`
    select count(*) from audit_entry
    where action in ('redemption.approve', 'redemption.reject') and target = any (${ids})`.execute(app.db)
  expect(acts.rows[0]!.count).toBe(3)
})

test('home counts what waits, with its age and dollars, and says what it does not know', async () => {
  const body = (await call('GET', '/home')).body as OperatorHome
  const queue = (name: string) => body.queues.find((one) => one.queue === name)
  expect(queue('redemptions')).toEqual({
    queue: 'redemptions',
    count: 0,
    oldestAt: null,
    limitHours: 24,
    usdCents: 0,
    unvalued: 0,
    countedAt: null,
  })
  expect(queue('payouts')).toMatchObject({
    count: 2,
    usdCents: 90_00,
    oldestAt: expect.any(String) as string,
  })
  expect(body.queues.map((one) => one.queue)).toEqual(
    expect.arrayContaining(['applications', 'conversions', 'claims', 'orders', 'support', 'payout-runs']),
  )
  expect(body).toMatchObject({ books: null, health: { isWorkerLate: true, paused: [] } })
})

test('home says what payout runs under way pay, and all that is paused', async () => {
  const owner = await operatorBearer(app, 'owner', 'olaf@crels.example')
  const post = async (path: string, payload: object) => {
    const answer = await callOperator(app, owner, { method: 'POST', path, payload })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  await post('/payout-runs', { format: 'paypal' })
  await post('/pauses/sign-up/pause', { reason: 'A wave of made-up accounts.' })
  await post('/pauses/exchange/pause', { reason: 'A wave of made-up accounts.' })
  await post('/pauses/link-creation/pause', { reason: 'A wave of made-up accounts.' })
  await post('/pauses/link-creation/resumption', { reason: 'It is over.' })
  const runs = ({ queues }: OperatorHome) => queues.find(({ queue }) => queue === 'payout-runs')
  const home = (await call('GET', '/home')).body as OperatorHome
  const { health } = home
  expect(runs(home)).toMatchObject({ count: 1, usdCents: 90_00 })
  // What arrived waits no more, though its run is not closed.
  await sql`
    update redemption set state = 'sending', provider = 'paypal', provider_state = 'accepted' where id = ${ids[0]}`.execute(
    app.db,
  )
  await sql`update redemption set state = 'paid', reference = 'PP-1' where id = ${ids[0]}`.execute(app.db)
  expect(runs((await call('GET', '/home')).body)).toMatchObject({ count: 1, usdCents: 60_00 })
  expect(health.paused).toEqual(['exchange', 'sign-up'])
})

test.each([
  ['wait', 'requested'],
  ['newest', 'requested'],
  ['value', 'requested'],
  ['wait', 'restored'],
  ['value', 'restored'],
  ['wait', 'mismatched'],
  ['newest', 'mismatched'],
  ['value', 'mismatched'],
] as const)('reads a page by %s of %s from an index alone', async (sort, state) => {
  const plan = await app.db.transaction().execute(async (tx) => {
    // As with a million rows: a small table would be read whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const cursor = Buffer.from(JSON.stringify([ids[0]])).toString('base64url')
    const query = operatedRedemptionsSql({ state, sort, limit: 20, cursor })
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  const page = plan.slice(0, plan.indexOf('->  Sort') === -1 ? undefined : plan.indexOf('->  Sort'))
  const own = { requested: undefined, restored: 'restored_payout', mismatched: 'payout_mismatch' }[state]
  const inOrder = own
    ? { value: `${own}_by_value`, time: `${own}_by_wait` }
    : { value: 'redemption_by_value', time: 'redemption_in_state' }
  expect(plan).toMatch(
    new RegExp(`Index (Only )?Scan (Backward )?using ${sort === 'value' ? inOrder.value : inOrder.time}`),
  )
  expect(page).not.toContain('Seq Scan on redemption')
})
