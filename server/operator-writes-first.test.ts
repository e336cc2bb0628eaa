import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { m } from '#messages'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import type { InboxOrderDetail } from '#contracts/operator-orders.schemas.ts'
import type { OperatedRequestDetail, OperatedRequestPage } from '#contracts/operator-support.schemas.ts'
import { OPERATOR_ROLES, type OperatorRole } from '#rules/operator-permissions.ts'
import { app, listed, openApp, reply } from '#server/modules/support/support.fixture.ts'
import { writeToMember } from '#server/modules/support/public.ts'
import { createMember, mailsTo, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { buyer, callShop, homeAddress, makeItem, type Buyer } from '#testing/shop.ts'
import { unzip } from './member-exports.fixture.ts'
import { setMemberState } from './modules/accounts/public.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'
import { newId } from './platform/ids.ts'
import { inLanguage } from './platform/language.ts'
import { inTransaction } from './platform/transaction.ts'

openApp()

const text = 'Your address lacks a house number.\n\nWhich one is it?'
const subject = 'Your order: Enamel mug'

let sam: TestOperator
let ola: Buyer
let orderId: string
beforeAll(async () => {
  sam = await operatorBearer(app, 'support', 'sam@crels.example')
  ola = await buyer(app, 1_000)
  orderId = await placed(ola)
})

async function placed(by: Buyer): Promise<string> {
  const wish = { itemId: await makeItem(app), points: 100, quantity: 1, address: homeAddress }
  const { status, body } = await callShop(app, by, 'POST', '/orders', wish)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id as string
}

/** Writes to a member, as Sam unless said otherwise; a key of its own unless one is given. */
async function write(
  payload: object,
  { by = sam, key = newId('request') }: { by?: Pick<TestOperator, 'headers'>; key?: string } = {},
) {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/v1/operator/support-requests',
    headers: { ...by.headers, 'idempotency-key': key },
    payload: { uid: ola.uid, subject, text, ...payload },
  })
  return { status: response.statusCode, body: response.json() as Record<string, string> }
}

const get = async <T>(path: string) => (await callOperator(app, sam, { path })).body as T
const shown = async (id: string) => await get<OperatedRequestDetail>(`/support-requests/${id}`)
const wrote = async (payload: object = {}) => {
  const { status, body } = await write(payload)
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: string; reference: string }
}
/** A member who has called once, so that they have a row. */
async function newMember(): Promise<TestMember> {
  const member = await createMember(app)
  await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })
  return member
}
const mailed = async ({ email }: Pick<TestMember, 'email'>) => {
  await app.jobs.run('send-notifications')
  return (await mailsTo(app, email)).filter((mail) => mail.text.includes('house number'))
}

test('a member is notified and mailed, without who wrote, and the request waits for no one', async () => {
  const { id, reference } = await wrote({ references: [orderId] })
  expect(await shown(id)).toMatchObject({
    reference,
    subject,
    topic: 'order',
    state: 'answered',
    waitingSince: null,
    references: [{ kind: 'order', id: orderId }],
    assignee: { id: sam.operatorId },
    conversation: [{ by: 'sam', text }],
  })
  const [own] = await listed(ola)
  expect(own).toMatchObject({ id, subject, state: 'answered', messages: [{ from: 'support', text }] })
  expect(JSON.stringify(own)).not.toContain('sam')
  const { items } = (await app.server.inject({ url: '/api/v1/notifications', headers: ola.headers })).json<{
    items: { kind: string }[]
  }>()
  expect(items.filter(({ kind }) => kind.startsWith('support_'))).toMatchObject([
    {
      kind: 'support_wrote',
      title: `A message from support (${reference})`,
      body: `${subject}\nYour address lacks a house number.\nWhich one is it?`,
      path: '/help?view=answers',
    },
  ])
  const mails = await mailed(ola)
  expect(mails).toMatchObject([{ subject: `A message from support (${reference})` }])
  expect(mails[0]!.text).toContain(subject)
  expect(`${mails[0]!.subject} ${mails[0]!.text}`).not.toMatch(/answer to|your message|your request/i)
})

test('a reply makes it wait for who wrote, and 30 days without one close it', async () => {
  const member = await newMember()
  const { id } = await wrote({ uid: member.uid })
  const { id: silent } = await wrote({ uid: member.uid })
  expect((await reply(id, { message: 'It is number 12.' }, member)).json()).toMatchObject({ state: 'open' })
  const mine = await get<OperatedRequestPage>('/support-requests?show=mine')
  expect(mine.items).toMatchObject([
    { id, subject, state: 'open', messages: 2, lastMessage: { beginning: 'It is number 12.' } },
  ])
  const seen = mine.items[0]!.lastMessage.id
  const answered = await callOperator(app, sam, {
    method: 'POST',
    path: `/support-requests/${id}/answer`,
    payload: { text: 'Thank you: to the house number it goes.', seen },
  })
  expect(answered.body).toMatchObject({ state: 'answered', messages: 3 })
  const subjects = (await mailed(member)).map((mail) => mail.subject)
  expect(subjects.filter((one) => one.startsWith('Answer to your message'))).toHaveLength(1)
  expect(subjects.filter((one) => one.startsWith('A message from support'))).toHaveLength(2)

  await sql`update support_request set answered_at = now() - interval '31 days' where id = ${silent}`.execute(
    app.db,
  )
  await app.jobs.run('close-support-requests')
  expect((await shown(silent)).state).toBe('closed')
  expect((await reply(silent, {}, member)).json()).toMatchObject({ code: 'support_request_closed' })
})

test('who wrote writes once more before there is a reply: that is no answer either', async () => {
  const member = await newMember()
  const { id } = await wrote({ uid: member.uid })
  const payload = { text: 'We still need the house number.', seen: (await shown(id)).lastMessage.id }
  const path = `/support-requests/${id}/answer`
  expect((await callOperator(app, sam, { method: 'POST', path, payload })).status).toBe(200)
  const subjects = (await mailed(member)).map((mail) => mail.subject)
  expect(subjects.map((one) => one.split(' (')[0])).toEqual([
    'A message from support',
    'A message from support',
  ])
})

test('sent again with its key, and twice at once, it is one request and one mail', async () => {
  const member = await newMember()
  const key = newId('request')
  const asked = { uid: member.uid }
  const both = await Promise.all([write(asked, { key }), write(asked, { key })])
  const again = await write(asked, { key })
  expect(new Set([...both, again].map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(both[0].status).toBe(201)
  expect(await listed(member)).toHaveLength(1)
  expect(await mailed(member)).toHaveLength(1)
  expect((await write({ ...asked, text: 'Another.' }, { key })).body.code).toBe('idempotency_mismatch')
})

test('names what is the member’s alone: nothing of another, and nothing unknown', async () => {
  const other = await buyer(app, 1_000)
  const before = (await listed(other)).length
  for (const reference of [orderId, `ord_${'0'.repeat(32)}`, 'the blue mug'])
    expect((await write({ uid: other.uid, references: [reference] })).body, reference).toMatchObject({
      code: 'validation_failed',
    })
  expect(await listed(other)).toHaveLength(before)
  const { id } = await wrote({ references: [await placed(ola), orderId, orderId] })
  expect((await shown(id)).references).toHaveLength(2)
})

test('refuses what is no message, who is no member, and roles that do not answer support', async () => {
  for (const payload of [
    { text: ' ' },
    { text: 'x'.repeat(5_001) },
    { text: 'a\u0007b' },
    { subject: '' },
    { subject: 'x'.repeat(121) },
    { subject: 'two\nlines' },
    { uid: ola.email },
    { references: ['a', 'b', 'c', 'd'] },
    { topic: 'abuse' },
  ])
    expect((await write(payload)).status, JSON.stringify(payload).slice(0, 40)).toBe(422)
  // By a command nothing has looked at it before.
  for (const typed of [
    { subject: 'two\nlines' },
    { text: 'a\u0007b' },
    { references: ['a', 'b', 'c', 'd'] },
  ]) {
    const message = { uid: ola.uid, subject, text, references: [], ...typed }
    const written = inTransaction(app.db, async (tx) =>
      writeToMember(tx, testActor, message, app.supportDeps),
    )
    await expect(written, JSON.stringify(typed)).rejects.toMatchObject({ code: 'validation_failed' })
  }
  expect((await write({ uid: 'usr_nobody' })).status).toBe(404)
  const allowed = new Set<OperatorRole>(['owner', 'manager', 'support'])
  for (const role of OPERATOR_ROLES) {
    const { status } = await write({}, { by: await operatorBearer(app, role) })
    expect([role, status]).toEqual([role, allowed.has(role) ? 201 : 403])
  }
  const { authorization } = ola.headers
  expect((await write({}, { by: { headers: { authorization } } })).status).toBe(401)
})

test('the log says who wrote to whom, and nothing of what', async () => {
  const { id } = await wrote()
  const { rows } = await sql<{ action: string; by: string; uid: string; entry: string }>`
    select e.action, e.operator_id as by, k.uid, row_to_json(e)::text as entry
    from audit_entry e join audit_member_key k on k.id = e.member_key where e.target = ${id}`.execute(app.db)
  expect(rows).toMatchObject([{ action: 'support.write', by: sam.operatorId, uid: ola.uid }])
  expect(rows[0]!.entry).not.toMatch(/house number|Enamel/)
  const { rows: kept } = await sql`
    select from idempotency_key i where i::text ~ 'house number|Enamel'`.execute(app.db)
  expect(kept).toEqual([])
})

describe('a member', () => {
  test('reads the mail in their language, and in it who wrote', async () => {
    const member = await newMember()
    await sql`update member set language = 'de' where uid = ${member.uid}`.execute(app.db)
    const { reference } = await wrote({ uid: member.uid })
    const [mail] = await mailed(member)
    expect(mail!.subject).toBe(`Eine Nachricht vom Support (${reference})`)
    expect(mail!.text).toContain('Lesen und antworten')
  })

  test('who is disabled is mailed', async () => {
    const member = await newMember()
    await sql`update member set language = 'es' where uid = ${member.uid}`.execute(app.db)
    await setMemberState(app.db, member.uid, 'disabled')
    const { reference } = await wrote({ uid: member.uid })
    const mails = await mailed(member)
    expect(mails.map((mail) => mail.subject)).toEqual([
      inLanguage('es', () => m.mail_support_wrote_subject({ reference })),
    ])
    expect(mails[0]!.text).toContain(subject)
  })

  test('who has left is not written to, and takes with them what was', async () => {
    const member = await newMember()
    const { id } = await wrote({ uid: member.uid })
    const url = `/api/v1/users/${member.uid}`
    const { headers } = member
    const exported = unzip((await app.server.inject({ url: `${url}/export`, headers })).rawPayload)
    expect(JSON.parse(exported.get('support-messages.json')!)).toMatchObject([
      { subject, from: 'support', text },
    ])
    expect(exported.get('acts-of-operators.json')).toContain('Wrote to you')
    const payload = { confirmation: member.email }
    const left = await app.server.inject({ method: 'DELETE', url, headers, payload })
    expect(left.statusCode, left.body).toBe(202)
    expect((await write({ uid: member.uid })).body.code).toBe('user_deleted')
    await eraseMembers(app.accountDeletion)
    expect((await callOperator(app, sam, { path: `/support-requests/${id}` })).status).toBe(404)
    expect((await write({ uid: member.uid })).body.code).toBe('user_deleted')
  })
})

test('the order and the member show what was written, each its own', async () => {
  const mine = await placed(ola)
  const about = await wrote({ references: [mine] })
  const { requests } = await get<InboxOrderDetail>(`/orders/${mine}`)
  expect(requests).toMatchObject([{ ...about, subject, topic: 'order', state: 'answered' }])
  const record = await get<OperatedMemberView>(`/members/${ola.uid}`)
  expect(record.requests[0]).toEqual(requests[0])
  const other = await buyer(app, 0)
  expect((await get<OperatedMemberView>(`/members/${other.uid}`)).requests).toEqual([])
})
