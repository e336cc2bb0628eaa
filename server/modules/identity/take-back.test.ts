import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  awaitMail,
  completeProfile,
  cookieOf,
  createMember,
  mailsTo,
  tokenOf,
  type TestMember,
} from '#testing/members.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 3 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const fresh = () => `${newId('member')}@example.com`
const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })
const recover = async (token: string) => await post('/identity/email/recover', { token })
const signIn = async (email: string, password: string) => await post('/identity/sign-in', { email, password })
const code = async (cookie: string) => (await post('/identity/refresh', {}, { cookie })).json().code
const linkIn = async (email: string, subject: string) =>
  tokenOf((await mailsTo(app, email)).find((mail) => mail.subject === subject)!)
/** Changes a verified address, which the holder of the session and both mailboxes can. */
async function move(who: Pick<TestMember, 'headers' | 'cookie'>, from: string, to: string) {
  expect((await post('/identity/email/change', { email: to }, who.headers)).statusCode).toBe(200)
  const token = await linkIn(to, 'Confirm your new e-mail address')
  const followed = await post('/identity/verification/confirm', { token }, { cookie: who.cookie })
  expect(followed.statusCode, followed.body).toBe(200)
  return await linkIn(from, 'Your e-mail address was changed')
}
const addressOf = async (uid: string) =>
  (await owner.query('select email from identity.auth_user where id = $1', [uid])).rows[0].email
const terms = async (headers: Record<string, string>) =>
  (await app.server.inject({ url: '/api/v1/redemptions/terms', headers })).json()

/** A thief has a member's session and mailbox for an hour, and moves the account to an address of theirs. */
async function stolen() {
  const member = await createMember(app, { profile: completeProfile })
  const thief = fresh()
  const undo = await move(member, member.email, thief)
  return { member, thief, undo }
}

test('a thief who resets the password by their own address does not void the owner’s link', async () => {
  const { member, thief, undo } = await stolen()
  await post('/identity/reset/send', { email: thief })
  const { length } = await mailsTo(app, thief)
  const mail = await awaitMail(app, thief, Math.max(2, length))
  const token = tokenOf(mail)
  expect((await post('/identity/reset/confirm', { token, password: 'thief horse' })).statusCode).toBe(200)
  expect((await recover(undo)).json().email).toBe(member.email)
})

test('a thief who moves on, and takes the account back to their own, does not void the owner’s link', async () => {
  const { member, thief, undo } = await stolen()
  const thiefs = await move(member, thief, fresh())
  const taken = await recover(thiefs)
  expect(taken.json().email).toBe(thief)
  const { resetToken: token } = taken.json()
  await post('/identity/reset/confirm', { token, password: 'thief horse' })
  expect((await recover(undo)).json().email).toBe(member.email)
  expect(await addressOf(member.uid)).toBe(member.email)
  expect((await signIn(member.email, 'thief horse')).json().code).toBe('invalid_credential')
})

test('the owner’s link voids what is younger, and nothing that is older', async () => {
  const member = await createMember(app)
  const [first, second, third] = [member.email, fresh(), fresh()]
  const toFirst = await move(member, first, second)
  const toSecond = await move(member, second, third)
  const toThird = await move(member, third, fresh())
  expect((await recover(toSecond)).json().email).toBe(second)
  expect((await recover(toThird)).json().code).toBe('invalid_action_code')
  expect((await recover(toSecond)).json().code).toBe('invalid_action_code')
  expect((await recover(toFirst)).json().email).toBe(first)
})

test('an old address cannot be squatted for the two weeks in which it can be taken back', async () => {
  const { member, thief, undo } = await stolen()
  const squat = await post('/identity/sign-up', {
    email: member.email.toUpperCase(),
    password: 'thief horse',
  })
  expect(squat.json()).toMatchObject({ status: 409, code: 'email_already_in_use' })
  const other = await createMember(app)
  const moved = await post('/identity/email/change', { email: member.email }, other.headers)
  expect(moved.json().code).toBe('email_already_in_use')
  const unverified = await createMember(app, { verified: false })
  const typed = await post('/identity/email/change', { email: member.email }, unverified.headers)
  expect(typed.json().code).toBe('email_already_in_use')
  // The account itself may go back.
  expect((await signIn(thief, member.password)).statusCode).toBe(200)
  expect((await recover(undo)).json().email).toBe(member.email)
})

test('an old address is free again once it cannot be taken back', async () => {
  const { member } = await stolen()
  await owner.query(`update identity.action_link set expires_at = now() where uid = $1`, [member.uid])
  const again = await post('/identity/sign-up', { email: member.email, password: 'another horse' })
  expect(again.statusCode, again.body).toBe(201)
})

test('the database itself refuses an address that can be taken back', async () => {
  const { member } = await stolen()
  await expect(
    owner.query(
      `insert into identity.auth_user (id, name, email, email_verified) values ('squat', '', $1, true)`,
      [member.email],
    ),
  ).rejects.toMatchObject({ code: '23505' })
})

test('the account is not deleted while a former address can take it back', async () => {
  const { member, thief, undo } = await stolen()
  const view = await app.server.inject({
    url: `/api/v1/users/${member.uid}/deletion`,
    headers: member.headers,
  })
  expect(view.json().blocked).toEqual({
    by: 'email_change',
    until: expect.any(String),
    redemption: null,
  })
  const days = (Date.parse(view.json().blocked.until) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13)
  const response = await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${member.uid}`,
    headers: member.headers,
    payload: { confirmation: thief },
  })
  expect(response.json()).toMatchObject({ status: 409, code: 'deletion_blocked' })
  expect((await recover(undo)).json().email).toBe(member.email)
})

test('taking back ends every session, password and account elsewhere, and freezes payouts for two days', async () => {
  const { member, thief, undo } = await stolen()
  await owner.query(
    `insert into identity.auth_account (id, account_id, provider_id, user_id, updated_at) values ($1, $1, 'https://evil.example', $2, now())`,
    [newId('member'), member.uid],
  )
  const theirs = cookieOf((await signIn(thief, member.password)).headers['set-cookie'])
  await owner.query(`delete from identity.security_event where uid = $1`, [member.uid])
  const { resetToken: token } = (await recover(undo)).json()
  for (const cookie of [theirs, member.cookie]) expect(await code(cookie)).toBe('user_token_expired')
  expect((await signIn(member.email, member.password)).json().code).toBe('invalid_credential')
  const { rows } = await owner.query('select provider_id from identity.auth_account where user_id = $1', [
    member.uid,
  ])
  expect(rows).toEqual([])
  expect((await post('/identity/reset/confirm', { token, password: 'mine again' })).statusCode).toBe(200)
  await owner.query(`delete from identity.security_event where uid = $1 and kind <> 'email_recovered'`, [
    member.uid,
  ])
  const { accessToken } = (await signIn(member.email, 'mine again')).json()
  const { frozenUntil } = await terms({ authorization: `Bearer ${accessToken}` })
  const hours = (Date.parse(frozenUntil) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(47.9)
  expect(hours).toBeLessThanOrEqual(48)
})

test('of four uses at the same moment one takes the account back', async () => {
  const { undo } = await stolen()
  const answers = await Promise.all(Array.from({ length: 4 }, async () => await recover(undo)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
})
