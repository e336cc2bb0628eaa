import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import type { OperatedRequestDetail, OperatedRequestPage } from '#contracts/operator-support.schemas.ts'
import {
  app,
  member,
  newEmail,
  openApp,
  reply,
  screenshot,
  upload,
  write,
} from '#server/modules/support/support.fixture.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { openDatabase, type Tx } from './platform/database.ts'
import { undoable } from './platform/undoable.ts'
import { answerRequest } from './modules/support/public.ts'
import { operatedRequestsSql } from './modules/queues/support-inbox.ts'

openApp()

let sam: TestOperator
let mia: TestOperator
beforeAll(async () => {
  sam = await operatorBearer(app, 'support', 'sam@crels.example')
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = sam) {
  return await callOperator(app, who, { method, path: `/support-requests${url}`, payload })
}

const listed = async (query: string, operator = sam) =>
  (await call('GET', `?${query}`, undefined, operator)).body as OperatedRequestPage
const shown = async (id: string) => (await call('GET', `/${id}`)).body as OperatedRequestDetail
const idsOf = ({ items }: OperatedRequestPage) => items.map(({ id }) => id)
/** Writes as a visitor; answers the address, the id and the message. */
async function ask(payload: object = {}) {
  const email = newEmail()
  const response = await write({ email, ...payload })
  expect(response.statusCode, response.body).toBe(201)
  const { id } = response.json() as { id: string }
  return { id, email, seen: (await shown(id)).lastMessage.id }
}
const answersTo = async (email: string, text: string) =>
  (await mailsTo(app, email)).filter((mail) => mail.text.includes(text)).length

test('lists what waits, the longest first, page by page, with reports of abuse apart', async () => {
  const { headers } = member
  const first = (await write({ message: 'Where is my payout?' }, { headers })).json().id as string
  const second = await ask()
  const abuse = await ask({ topic: 'abuse' })
  const page = await listed('limit=1')
  expect(page.items).toMatchObject([
    {
      id: first,
      topic: 'payout',
      state: 'open',
      asker: { uid: member.uid, email: member.email },
      assignee: null,
      messages: 1,
      lastMessage: { beginning: 'Where is my payout?' },
      waitingSince: expect.any(String) as string,
    },
  ])
  expect(idsOf(await listed(`limit=1&cursor=${page.nextCursor}`))).toEqual([second.id])
  expect(idsOf(await listed('inbox=abuse'))).toEqual([abuse.id])
  expect(idsOf(await listed('show=all'))).toEqual([second.id, first])
  expect((await call('GET', '?cursor=rubbish')).status).toBe(422)
  const home = await app.server.inject({ url: '/api/v1/operator/home', headers: sam.headers })
  const queues = (home.json() as OperatorHome).queues.filter(({ queue }) => /support|abuse/.test(queue))
  expect(queues).toMatchObject([
    { queue: 'support', count: 2, limitHours: 24 },
    { queue: 'abuse', count: 1, limitHours: 24 },
  ])
})

test('the next page follows one whose last row was answered meanwhile', async () => {
  const first = await ask()
  const second = await ask()
  const page = await listed('limit=100')
  const at = idsOf(page).indexOf(first.id)
  const { nextCursor } = await listed(`limit=${at + 1}`)
  await call('POST', `/${first.id}/answer`, { text: 'It left today.', seen: first.seen })
  expect(idsOf(await listed(`limit=100&cursor=${nextCursor}`))).toEqual([second.id])
})

test('of two operators who take one request at once one has it, and the other reads who', async () => {
  const { id, seen } = await ask()
  const both = await Promise.all(
    [sam, mia].map(async (operator) => await call('POST', `/${id}/take`, { from: null }, operator)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const taker = both[0]!.status === 200 ? sam : mia
  const other = taker === sam ? mia : sam
  const name = taker === sam ? 'sam' : 'mia'
  expect(both.find(({ status }) => status === 409)!.body.detail).toBe(
    `${name} works on this: take it over first.`,
  )
  expect(idsOf(await listed('show=mine', taker))).toContain(id)
  expect(idsOf(await listed('show=mine', other))).not.toContain(id)

  // The other acts on it once it is theirs, and not before.
  for (const [act, body] of [
    ['answer', { text: 'It left today.', seen }],
    ['close', { seen }],
    ['give-back', {}],
  ] as const)
    expect(await call('POST', `/${id}/${act}`, body, other), act).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  expect((await shown(id)).messages).toBe(1)
  const over = await call('POST', `/${id}/take`, { from: taker.operatorId }, other)
  expect(over).toMatchObject({ status: 200, body: { assignee: { id: other.operatorId } } })
  // Whom they saw having it is not who has it now.
  expect((await call('POST', `/${id}/take`, { from: null }, taker)).status).toBe(409)
  expect((await call('POST', `/${id}/take`, { from: null }, other)).status).toBe(200)
  expect((await call('POST', `/${id}/give-back`, {}, other)).body.assignee).toBeNull()
  expect((await call('POST', `/${id}/give-back`, {}, other)).status).toBe(200)
  const acts = await sql<{ by: string; after: { assignedTo: string | null } }>`
    select operator_id as by, after from audit_entry where target = ${id} order by seq`.execute(app.db)
  expect(acts.rows).toEqual([
    { by: taker.operatorId, after: { assignedTo: taker.operatorId } },
    { by: other.operatorId, after: { assignedTo: other.operatorId } },
    { by: other.operatorId, after: { assignedTo: null } },
  ])
})

test('an answer that is sent twice is one message and one mail', async () => {
  const { id, email, seen } = await ask()
  const body = { text: 'It left on Monday.', seen }
  const both = await Promise.all([1, 2].map(async () => await call('POST', `/${id}/answer`, body)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both[0]!.body).toMatchObject({ state: 'answered', messages: 2, waitingSince: null })
  expect((await shown(id)).conversation.map(({ by }) => by)).toEqual([null, 'sam'])
  expect(await answersTo(email, 'It left on Monday.')).toBe(1)
})

test('of two answers at once one goes out, and the other operator reads who was faster', async () => {
  const { id, email, seen } = await ask()
  const both = await Promise.all(
    [sam, mia].map(async (operator) =>
      call('POST', `/${id}/answer`, { text: `It left today. ${operator.email}`, seen }, operator),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^This was answered meanwhile\. (sam|mia) did support\.answer on it at .+ UTC\.$/,
  )
  expect(await answersTo(email, 'It left today.')).toBe(1)
})

test('the same words from two operators are one answer, and the second reads whose', async () => {
  const { id, email, seen } = await ask()
  const body = { text: 'We are looking into it.', seen }
  expect((await call('POST', `/${id}/answer`, body)).status).toBe(200)
  expect(await call('POST', `/${id}/answer`, body, mia)).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringMatching(/^This was answered meanwhile\. sam did support\.answer/) as string,
    },
  })
  expect(await answersTo(email, body.text)).toBe(1)
})

test('what was decided without the last message of the asker is refused', async () => {
  const asking = await createMember(app)
  const { id } = (await write({}, { headers: asking.headers })).json() as { id: string }
  const { seen } = { seen: (await shown(id)).lastMessage.id }
  expect((await reply(id, {}, asking)).statusCode).toBe(201)
  for (const [act, body] of [
    ['answer', { text: 'Done.', seen }],
    ['close', { seen }],
  ] as const)
    expect((await call('POST', `/${id}/${act}`, body)).body.detail).toBe(
      'The asker wrote again meanwhile: read that first.',
    )
  const { id: last } = (await shown(id)).lastMessage
  expect((await call('POST', `/${id}/answer`, { text: 'Done.', seen: last })).status).toBe(200)
})

test('closes and reopens, keeps who works on it, and refuses an answer to what is closed', async () => {
  const { id, seen } = await ask()
  await call('POST', `/${id}/take`, { from: null })
  const { waitingSince } = await shown(id)
  expect((await call('POST', `/${id}/close`, { seen })).body).toMatchObject({
    state: 'closed',
    closedBy: 'sam',
    waitingSince: null,
  })
  expect((await call('POST', `/${id}/answer`, { text: 'Late.', seen })).body.code).toBe(
    'support_request_closed',
  )
  expect((await call('POST', `/${id}/close`, { seen })).status).toBe(200)
  await call('POST', `/${id}/give-back`, {})
  const late = await call('POST', `/${id}/close`, { seen }, mia)
  expect([late.status, late.body.detail]).toEqual([
    409,
    expect.stringMatching(/^This request is closed already\. sam did support\.close on it at .+ UTC\.$/),
  ])
  await call('POST', `/${id}/take`, { from: null })
  expect((await call('POST', `/${id}/reopen`, {})).body).toMatchObject({
    state: 'open',
    closedBy: null,
    assignee: { name: 'sam' },
  })
  expect((await call('POST', `/${id}/reopen`, {})).status).toBe(200)
  // Nobody answered: it waits as long as if it had never been closed.
  const again = (await shown(id)).waitingSince!
  expect(Math.abs(Date.parse(again) - Date.parse(waitingSince!))).toBeLessThan(50)
  expect(idsOf(await listed('show=mine'))).toContain(id)
  const closing = { text: 'Now it is there.', seen, close: true }
  expect((await call('POST', `/${id}/answer`, closing)).body).toMatchObject({ state: 'closed', messages: 2 })
})

test('refuses what is no answer, what is not there, and a role that only reads', async () => {
  const { id, seen } = await ask()
  const finance = await operatorBearer(app, 'finance')
  for (const text of ['', '   ', 'x'.repeat(5_001), 'a\u0007b'])
    expect((await call('POST', `/${id}/answer`, { text, seen })).status, text.slice(0, 9)).toBe(422)
  const nothing = `sup_${'0'.repeat(32)}`
  expect((await call('GET', `/${nothing}`)).status).toBe(404)
  expect((await call('POST', `/${nothing}/take`, { from: null })).status).toBe(404)
  expect((await call('POST', `/${id}/take`, { from: null }, finance)).status).toBe(403)
  expect((await call('POST', `/${id}/answer`, { text: 'Hello.', seen }, finance)).status).toBe(403)
  expect((await call('GET', `/${id}`, undefined, finance)).status).toBe(200)
  expect((await shown(id)).messages).toBe(1)
})

test('a command answers what an operator of the console works on', async () => {
  const { id, email } = await ask()
  await call('POST', `/${id}/take`, { from: null })
  const actor = {
    via: 'command',
    operatorId: mia.operatorId,
    name: 'mia',
    email: mia.email,
    role: 'manager',
  } as const
  await app.db
    .transaction()
    .execute(async (tx) => answerRequest(tx, actor, { request: id, text: 'By command.' }, app.supportDeps))
  expect(await answersTo(email, 'By command.')).toBe(1)
})

test.each([
  ['open', 'support', /Index Scan using support_request_support_waiting/],
  ['open', 'abuse', /Index Scan using support_request_abuse_waiting/],
  ['mine', 'support', /Index Scan using support_request_of_operator/],
  ['all', 'support', /Index Scan Backward using support_request_newest/],
  ['all', 'abuse', /Index Scan Backward using support_request_abuse_newest/],
] as const)('reads a page of %s in %s from an index alone', async (show, inbox, index) => {
  const { id } = await ask()
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1, name: 'plans' })
  const plan = await undoable<string>(async (undo) =>
    owner.transaction().execute(async (tx) => undo(await planOf(tx))),
  )
  await owner.destroy()
  expect(plan).toMatch(index)

  async function planOf(tx: Tx): Promise<string> {
    await sql`
      insert into support_request (id, reference, uid, topic)
      select 'sup_' || md5(n::text), lpad(translate(n::text, '01', 'xy'), 8, 'q'), 'usr_x', case when n % 2 = 0 then 'abuse' else 'other' end
      from generate_series(1, 500) n`.execute(tx)
    await sql`analyze support_request`.execute(tx)
    // As with a million rows: a small table would be read whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const cursor = Buffer.from(JSON.stringify([Date.now(), id])).toString('base64url')
    const query = operatedRequestsSql(sam.operatorId, { show, inbox, limit: 20, cursor })
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
})

describe('a picture that came with a message', () => {
  /** Sends a picture as a member or a visitor; answers the path of it below the request. */
  async function sendPicture(headers: object): Promise<{ id: string; path: string }> {
    const picture = (await upload(await screenshot(), 'image/jpeg')).json().id as string
    const asked = await write({ email: newEmail(), pictures: [picture] }, { headers })
    expect(asked.statusCode, asked.body).toBe(201)
    const id = asked.json().id as string
    const message = (await shown(id)).conversation[0]!
    expect(message.pictures).toBe(1)
    return { id, path: `/support-requests/${id}/messages/${message.id}/pictures` }
  }
  const get = async (path: string, { headers }: { headers: object } = sam) =>
    await app.server.inject({ url: `/api/v1/operator${path}`, headers: { ...headers } })
  const views = async () =>
    (
      await sql<{ by: string }>`
        select operator_id as by from audit_entry where action = 'member.view' order by seq`.execute(app.db)
    ).rows.map(({ by }) => by)

  test('is shown to who may see members, kept by no cache, and the log says who looked', async () => {
    const before = await views()
    const { path } = await sendPicture(member.headers)
    const answer = await get(`${path}/1`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 2_000 })
    await get(`${path}/1`)
    expect((await views()).slice(before.length)).toEqual([sam.operatorId])
    const reader = await operatorBearer(app, 'read-only')
    expect((await get(`${path}/1`, reader)).json()).toMatchObject({ code: 'forbidden' })
    expect((await get(`${path}/1`, { headers: {} })).statusCode).toBe(401)
    expect((await get(`${path}/2`)).json()).toMatchObject({ code: 'not_found' })
    expect((await get(`${path}/0`)).statusCode).toBe(404)
  })

  test('of another request is not found, and one of a visitor names nobody in the log', async () => {
    const mine = await sendPicture(member.headers)
    const theirs = await sendPicture({})
    const before = await views()
    expect((await get(`${theirs.path}/1`)).statusCode).toBe(200)
    expect((await get(`${theirs.path.replace(theirs.id, mine.id)}/1`)).statusCode).toBe(404)
    expect(await views()).toEqual(before)
  })
})
