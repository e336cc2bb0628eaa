import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { mailsTo } from '#testing/members.ts'
import { giveFactor, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { inviteOperator } from '../access/invitations.ts'
import { operatorActing } from '../change-operators.ts'
import { checkAuditLog, listAuditEntries } from '../audit-log.ts'

let app: TestApp
let olga: TestOperator
let finn: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  finn = await operatorBearer(app, 'finance', 'finn@crels.example')
})
afterAll(() => app.close())

beforeEach(async () => {
  await sql`update pending_act set state = 'expired', decided_at = now() where state = 'waiting'`.execute(
    app.db,
  )
  await withFactor(finn, true)
})

/** Whether an operator has a passkey: without one they are nobody's second person. */
async function withFactor({ operatorId }: TestOperator, has: boolean): Promise<void> {
  await sql`delete from operator_passkey where operator_id = ${operatorId}`.execute(app.db)
  if (has) await giveFactor(app, operatorId)
}

async function post(url: string, { headers }: Pick<TestOperator, 'headers'>, payload: object = {}) {
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/v1/operator/${url}`,
    payload,
    headers,
  })
  const body = (response.body ? response.json() : {}) as PendingActView & { code?: string; detail?: string }
  return { status: response.statusCode, body }
}
const rate = async () => Number((await currentRate(app.db)).usdToCrels)
const rateChange = async (who: TestOperator, usdToCrels: string, reason = 'x') =>
  await post('rate-changes', who, { usdToCrels, seen: String(await rate()), reason })
let last = 10.5
const nextRate = () => (last += 0.01).toFixed(2)
const propose = async (who: TestOperator, usdToCrels = nextRate()) =>
  (await rateChange(who, usdToCrels, 'The market moved.')).body
const approve = async (who: TestOperator, { id }: { id: string }) =>
  await post(`pending-acts/${id}/approval`, who)

test('a new rate waits for another operator, and is done once as the proposer’s', async () => {
  const before = await rate()
  const proposed = await propose(olga, '10.75')
  expect(proposed).toMatchObject({
    action: 'rate.set',
    input: { usdToCrels: '10.75' },
    state: 'waiting',
    runsAt: null,
  })
  expect(await rate()).toBe(before)
  expect((await approve(olga, proposed)).body).toMatchObject({
    code: 'forbidden',
    detail: /they proposed/ as never,
  })
  const answers = await Promise.all([1, 2, 3, 4].map(async () => await approve(finn, proposed)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await rate()).toBe(10.75)
  const [set, approved] = await listAuditEntries(app.db, { limit: 2 })
  expect([set, approved]).toMatchObject([
    { action: 'rate.set', by: 'olga', reason: 'The market moved.' },
    { action: 'act.approve', by: 'finn', target: proposed.id },
  ])
  expect(await checkAuditLog(app.db)).toMatchObject({ breaks: [], differences: [] })
  last = 10.75
})

test('who can approve an act is mailed when it is proposed, once, and nobody else is', async () => {
  const manager = await operatorBearer(app, 'manager', 'moritz@crels.example')
  await withFactor(manager, true)
  const mailed = async () =>
    Object.fromEntries(
      await Promise.all(
        [olga, finn, manager].map(async ({ email }) => [email, (await mailsTo(app, email)).length] as const),
      ),
    )
  const before = await mailed()
  const usdToCrels = nextRate()
  await propose(olga, usdToCrels)
  await propose(olga, usdToCrels)
  expect(await mailed()).toEqual({ ...before, [finn.email]: before[finn.email]! + 1 })
  const [mail] = await mailsTo(app, finn.email)
  expect(mail!.subject).toBe('olga asks for your approval')
  expect(mail!.text).toContain('Reason: The market moved.')
  expect(mail!.text).toContain(`${app.config.publicOrigin}/console/approvals`)
  const home = await app.server.inject({ url: '/api/v1/operator/home', headers: finn.headers })
  expect((home.json() as OperatorHome).queues.find(({ queue }) => queue === 'pending-acts')).toMatchObject({
    count: 1,
    oldestAt: expect.any(String) as string,
    limitHours: 12,
    usdCents: null,
  })
  await withFactor(manager, false)
})

test('the database refuses an approval by the proposer, whatever the program does', async () => {
  const { id } = await propose(olga)
  await expect(
    sql`update pending_act set state = 'done', decided_by = ${olga.operatorId}, decided_at = now() where id = ${id}`.execute(
      app.db,
    ),
  ).rejects.toThrow('violates check constraint')
  await expect(
    sql`update pending_act set state = 'done', decided_at = now() where id = ${id}`.execute(app.db),
  ).rejects.toThrow('violates check constraint')
})

test('what cannot be done is refused when it is proposed, and leaves nothing', async () => {
  const entries = async () => (await listAuditEntries(app.db, { limit: 100 })).length
  const before = await entries()
  expect((await rateChange(olga, '99')).body).toMatchObject({
    code: 'conflict',
  })
  expect((await rateChange(olga, '0')).body).toMatchObject({
    code: 'conflict',
  })
  const sole = await post(`operators/${olga.operatorId}/role-changes`, olga, {
    role: 'support',
    seen: 'owner',
    reason: 'x',
  })
  expect(sole.body).toMatchObject({ code: 'conflict', detail: /One owner has to stay/ as never })
  expect(await entries()).toBe(before)
})

test('a role that may not do the act approves it no more than it proposes it', async () => {
  const manager = await operatorBearer(app, 'manager', 'mona@crels.example')
  await withFactor(manager, true)
  const proposed = await propose(olga)
  expect((await approve(manager, proposed)).body.code).toBe('forbidden')
  expect((await rateChange(manager, '11')).body.code).toBe('forbidden')
  expect((await approve(finn, proposed)).status).toBe(200)
})

test('who proposed it may take it back, and then nobody approves it', async () => {
  const before = await rate()
  const proposed = await propose(finn)
  const taken = await post(`pending-acts/${proposed.id}/rejection`, finn, { reason: 'A slip.' })
  expect(taken.body).toMatchObject({ state: 'rejected', note: 'A slip.' })
  await withFactor(olga, true)
  expect((await approve(olga, proposed)).body).toMatchObject({
    code: 'conflict',
    detail: /rejected already by finn/ as never,
  })
  expect(await rate()).toBe(before)
})

test('whom the proposer invited within a day is no second person', async () => {
  await withFactor(finn, false)
  const added = await post('operators', olga, { email: 'sock@crels.example', name: 'Sock', role: 'finance' })
  const sock = await operatorBearer(app, 'finance', 'sock@crels.example')
  expect(added.status).toBe(201)
  await withFactor(sock, true)
  const proposed = await propose(olga)
  expect(proposed.runsAt).not.toBeNull()
  expect((await approve(sock, proposed)).body.code).toBe('forbidden')
  await withFactor(sock, false)
})

test('where nobody else could approve it, owners are mailed and it is done after 24 hours, once', async () => {
  await withFactor(finn, false)
  await withFactor(olga, false)
  const before = await rate()
  const mailed = (await mailsTo(app, olga.email)).length
  const { id, input } = await propose(olga)
  const mails = await mailsTo(app, olga.email)
  expect(mails.length).toBe(mailed + 1)
  expect(mails[0]!.subject).toBe('An act waits for 24 hours')
  expect(mails[0]!.text).toContain(`${app.config.publicOrigin}/console/approvals`)
  const run = async () => await app.jobs.run('run-pending-acts')
  expect(await run()).toMatchObject({ done: 0 })
  expect(await rate()).toBe(before)
  await sql`
    update pending_act set proposed_at = proposed_at - interval '25 hours', runs_at = runs_at - interval '25 hours'
    where id = ${id}`.execute(app.db)
  const runs = (await Promise.all([run(), run()])) as { done: number }[]
  expect(runs.map(({ done }) => done).sort()).toEqual([0, 1])
  expect(await rate()).toBe(Number((input as { usdToCrels: string }).usdToCrels))
})

test('what a restored backup has waiting is not done: it may have been rejected since', async () => {
  await withFactor(finn, false)
  await withFactor(olga, false)
  const before = await rate()
  const { id } = await propose(olga)
  await sql`
    update pending_act set proposed_at = proposed_at - interval '25 hours', runs_at = runs_at - interval '25 hours'
    where id = ${id}`.execute(app.db)
  await askServer(app.databaseUrl, 'select mark_restored(now())')
  expect(await app.jobs.run('run-pending-acts')).toMatchObject({ done: 0 })
  expect(await rate()).toBe(before)
  const { rows } = await sql`select state, note from pending_act where id = ${id}`.execute(app.db)
  expect(rows).toEqual([
    { state: 'failed', note: expect.stringMatching(/^The database was restored/) as string },
  ])
  await askServer(app.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
})

test('another role waits too; disabling does not, and ends sessions and keys', async () => {
  const { operatorId, headers } = await operatorBearer(app, 'support', 'sam@crels.example')
  const owner = await operatorBearer(app, 'owner', 'otto@crels.example')
  await withFactor(owner, true)
  const change = await post(`operators/${operatorId}/role-changes`, olga, {
    role: 'manager',
    seen: 'support',
    reason: 'Grew.',
  })
  const me = async () => (await app.server.inject({ url: '/api/v1/operator/me', headers })).json()
  expect((await me()).operator.role).toBe('support')
  expect((await approve(owner, change.body)).status).toBe(200)
  expect((await me()).operator.role).toBe('manager')
  expect((await post(`operators/${operatorId}/disabling`, olga, { reason: 'Left.' })).status).toBe(204)
  expect((await me()).code).toBe('unauthenticated')
  const late = await post(`operators/${operatorId}/disabling`, owner, { reason: 'Left.' })
  expect([late.status, late.body.detail]).toEqual([
    409,
    expect.stringMatching(/^That is so already\. .+ did operator\.disable on it at .+ UTC\.$/),
  ])
  const back = await post(`operators/${operatorId}/enabling`, olga, { reason: 'Is back.' })
  expect(back).toMatchObject({ status: 202, body: { action: 'operator.enable', state: 'waiting' } })
})

test('a due act that fails unexpectedly holds up no other, and is failed when its days are over', async () => {
  await sql`delete from operator_passkey`.execute(app.db)
  const stuck = await propose(olga)
  const next = await propose(olga)
  await sql`
    update pending_act set proposed_at = proposed_at - interval '25 hours', runs_at = runs_at - interval '25 hours'
    where state = 'waiting'`.execute(app.db)
  // A kind of act that this program does not know.
  await sql`update pending_act set action = 'rate.unknown' where id = ${stuck.id}`.execute(app.db)
  const run = async () => await app.jobs.run('run-pending-acts')
  const stateOf = async (id: string) =>
    (await sql<{ state: string }>`select state from pending_act where id = ${id}`.execute(app.db)).rows[0]!
      .state
  await expect(run()).rejects.toThrow('1 due acts failed unexpectedly')
  expect(await stateOf(next.id)).toBe('done')
  expect(await rate()).toBe(Number((next.input as { usdToCrels: string }).usdToCrels))
  expect(await stateOf(stuck.id)).toBe('waiting')
  await sql`update pending_act set expires_at = now() where id = ${stuck.id}`.execute(app.db)
  await expect(run()).rejects.toThrow('1 due acts failed unexpectedly')
  expect(await stateOf(stuck.id)).toBe('failed')
  const mails = (await mailsTo(app, olga.email)).filter(
    ({ subject }) => subject === 'Not done: what olga asked for',
  )
  expect(mails).toHaveLength(1)
  expect(await run()).toEqual({ done: 0, failed: 0, expired: 0 })
})

test('whether a proposal has expired says the clock of the database', async () => {
  const proposed = await propose(olga)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
  try {
    expect((await approve(finn, proposed)).body).toMatchObject({ state: 'done' })
  } finally {
    vi.useRealTimers()
  }
  const late = await propose(olga)
  await sql`update pending_act set expires_at = now() where id = ${late.id}`.execute(app.db)
  expect((await approve(finn, late)).body.detail).toBe('It is expired already.')
})

test('what nobody approved in 7 days expires, which its proposer and the owners are mailed', async () => {
  await withFactor(olga, true)
  const { id, runsAt } = await propose(finn)
  expect(runsAt).toBeNull()
  await sql`update pending_act set expires_at = now() where id = ${id}`.execute(app.db)
  await Promise.all([1, 2].map(async () => await app.jobs.run('run-pending-acts')))
  for (const { email } of [finn, olga]) {
    const mails = (await mailsTo(app, email)).filter(({ subject }) => subject.startsWith('No one approved'))
    expect(mails).toMatchObject([{ subject: 'No one approved what finn asked for' }])
  }
  await withFactor(olga, false)
})

test('pages go on where they ended, also among acts of the same millisecond', async () => {
  const proposed = []
  for (let at = 0; at < 3; at += 1) proposed.push((await propose(olga)).id)
  await sql`
    update pending_act set proposed_at = timestamptz '2026-03-01 10:00:00.0005Z' + array_position(${proposed}, id) * interval '100 us'
    where id = any (${proposed})`.execute(app.db)
  const page = async (cursor = '') => {
    const url = `/api/v1/operator/pending-acts?state=waiting&limit=1${cursor && `&cursor=${cursor}`}`
    const response = await app.server.inject({ url, headers: olga.headers })
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as { items: PendingActView[]; nextCursor: string | null }
  }
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { items, nextCursor }: Awaited<ReturnType<typeof page>> = await page(cursor)
    seen.push(...items.map(({ id }) => id))
    cursor = nextCursor
  }
  expect(seen).toEqual(proposed.toReversed())
})

test('Home counts what its list shows: acts that wait for a second person, without those done by themselves', async () => {
  const withSecond = await propose(olga)
  const decided = await propose(olga)
  expect((await approve(finn, decided)).status).toBe(200)
  await withFactor(finn, false)
  await withFactor(olga, false)
  const alone = await propose(olga)
  expect(alone.runsAt).not.toBeNull()
  const get = async <T>(url: string) =>
    (await app.server.inject({ url: `/api/v1/operator/${url}`, headers: olga.headers })).json() as T
  const listed = async (state: string) =>
    (await get<{ items: PendingActView[] }>(`pending-acts?state=${state}`)).items.map(({ id }) => id)
  expect(await listed('to_approve')).toEqual([withSecond.id])
  expect(await listed('waiting')).toEqual([alone.id, withSecond.id])
  const { queues } = await get<OperatorHome>('home')
  expect(queues.find(({ queue }) => queue === 'pending-acts')).toMatchObject({
    count: 1,
    oldestAt: withSecond.proposedAt,
  })
})

test('nobody is alone by inviting anew who could approve it: they are asked, and can a day later', async () => {
  await withFactor(finn, true)
  const before = (await mailsTo(app, finn.email)).length
  await inTransaction(
    app.db,
    async (tx) =>
      await inviteOperator(
        tx,
        app.config,
        { ...(await operatorActing(tx, olga.email)), via: 'console' },
        { email: finn.email },
      ),
  )
  const proposed = await propose(olga)
  expect(proposed.runsAt).toBeNull()
  expect((await mailsTo(app, finn.email)).length).toBe(before + 1)
  expect((await approve(finn, proposed)).body.code).toBe('forbidden')
  await shiftClock(app.db, '24 hours')
  const later = await operatorBearer(app, 'finance', finn.email)
  expect((await approve(later, proposed)).status).toBe(200)
})

test('nor by whom one has just made: neither of the two approves for the other', async () => {
  const owner = await operatorBearer(app, 'owner', 'otto@crels.example')
  await withFactor(owner, true)
  const added = await post('operators', owner, { email: 'new@crels.example', name: 'New', role: 'finance' })
  expect(added.status).toBe(201)
  const fresh = await operatorBearer(app, 'finance', 'new@crels.example')
  await withFactor(fresh, true)
  const proposed = await propose(fresh)
  expect(proposed.runsAt).toBeNull()
  expect((await approve(owner, proposed)).body.code).toBe('forbidden')
  expect((await approve(await operatorBearer(app, 'finance', finn.email), proposed)).status).toBe(200)
})
