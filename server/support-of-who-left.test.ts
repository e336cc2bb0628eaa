import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { erase, leave, settle } from './account-deletion.fixture.ts'
import { app, openApp } from './modules/conversions/conversions.fixture.ts'
import { onePixelPng } from './modules/accounts/photo.fixture.ts'
import { createMember, expireRecovery, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'

openApp()

/** Writes to support without signing in, with a picture; answers the id. */
async function write(email: string): Promise<string> {
  const post = async (url: string, payload: object, headers = {}) =>
    (await app.server.inject({ method: 'POST', url, payload, headers })).json() as { id: string }
  const type = { 'content-type': 'image/png' }
  const { id: picture } = await post('/support-requests/pictures', onePixelPng, type)
  const message = 'My name is Quillfeather, and I see nothing.'
  return (await post('/support-requests', { topic: 'other', message, email, pictures: [picture] })).id
}
const left = async (...ids: string[]) => {
  const { rows } = await sql<{ id: string }>`
    select id from support_request where id = any (${ids}) order by id`.execute(app.db)
  return rows.map(({ id }) => id)
}
const pictures = async (id: string) => {
  const { rows } = await sql`
    select from support_picture p join support_message w on w.id = p.message_id
    where w.request_id = ${id}`.execute(app.db)
  return rows.length
}

/** Moves a member to another address, by the link that is mailed there. */
async function change(member: TestMember, email: string): Promise<TestMember> {
  const { cookie, headers } = member
  const post = async (url: string, payload: object) =>
    await app.server.inject({ method: 'POST', url, payload, headers: { ...headers, cookie } })
  expect((await post('/identity/email/change', { email })).statusCode).toBe(200)
  const [mail] = await mailsTo(app, email)
  expect((await post('/identity/verification/confirm', { token: tokenOf(mail!) })).statusCode).toBe(200)
  // Until then it could be taken back, and is not deleted.
  await expireRecovery(app, member)
  return { ...member, email }
}

test('what a member wrote without signing in leaves with them, by every address that they proved', async () => {
  const [member, other] = [await createMember(app), await createMember(app)]
  const moved = await change(member, `moved-${member.email}`)
  const former = await write(member.email)
  const [present, others] = [await write(moved.email.toUpperCase()), await write(other.email)]
  expect(await pictures(present)).toBe(1)
  expect((await leave(moved)).statusCode).toBe(202)
  await erase()
  expect(await left(former, present, others)).toEqual([others])
  expect(await pictures(present)).toBe(0)
  // From somebody who has no account any more: it is answered as any other's.
  const later = await write(moved.email)
  await settle()
  await erase()
  expect(await left(later, others)).toEqual([later, others].toSorted())
})

test('an account whose address nobody proved, or is about to, takes no request of the address with it', async () => {
  const asks = `asks-${Date.now()}@example.com`
  const request = await write(asks)
  const squatter = await createMember(app, { email: asks, verified: false })
  expect((await leave(squatter)).statusCode).toBe(202)
  await settle()
  await erase()
  const wishes = await createMember(app)
  const { headers } = wishes
  const url = '/identity/email/change'
  const wish = await app.server.inject({ method: 'POST', url, payload: { email: asks }, headers })
  expect(wish.statusCode, wish.body).toBe(200)
  expect((await leave(wishes)).statusCode).toBe(202)
  await settle()
  await erase()
  expect(await left(request)).toEqual([request])
})
