import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })
const disown = async (token: string) => {
  const response = await post('/identity/verification/disown', { token })
  return [response.statusCode, response.statusCode === 204 ? null : response.json().code]
}
const stateOf = async ({ uid }: Pick<TestMember, 'uid'>) =>
  (await owner.query('select state from member where uid = $1', [uid])).rows[0]?.state
const isThere = async ({ uid }: Pick<TestMember, 'uid'>) =>
  (await owner.query('select from identity.auth_user where id = $1', [uid])).rowCount === 1
const notMe = async (email: string) => tokenOf((await mailsTo(app, email))[0]!, 'not-me')

/** A person signed up with an address that is not theirs. */
const stranger = async () => {
  const evil = await createMember(app, { verified: false, password: 'evil horse' })
  return { evil, token: await notMe(evil.email) }
}

test('the owner of the address deletes an account that a stranger made with it, once', async () => {
  const { evil, token } = await stranger()
  const [mail] = await mailsTo(app, evil.email)
  expect(mail!.text).toContain('I didn’t sign up:\n')
  expect(await disown(token)).toEqual([204, null])
  expect(await disown(token)).toEqual([400, 'invalid_action_code'])
  expect((await post('/identity/refresh', {}, { cookie: evil.cookie })).json().code).toBe(
    'user_token_expired',
  )
  const profile = await app.server.inject({ url: `/api/v1/users/${evil.uid}`, headers: evil.headers })
  expect(profile.statusCode).toBe(401)
  await app.jobs.run('erase-members')
  expect(await isThere(evil)).toBe(false)
  // The address is free, and had no mail but the one.
  expect((await createMember(app, { email: evil.email, verified: false })).uid).not.toBe(evil.uid)
})

test('an account that never called the product, and one that did, go the same way', async () => {
  const { evil, token } = await stranger()
  expect(await stateOf(evil)).toBeUndefined()
  const { evil: caller, token: theirs } = await stranger()
  await app.server.inject({ url: `/api/v1/users/${caller.uid}`, headers: caller.headers })
  expect(await stateOf(caller)).toBe('active')
  expect([await disown(token), await disown(theirs)]).toEqual([
    [204, null],
    [204, null],
  ])
  await app.jobs.run('erase-members')
  expect([await isThere(evil), await isThere(caller)]).toEqual([false, false])
})

test('once the address is verified it deletes nothing and says so', async () => {
  const { evil: member, token } = await stranger()
  const code = (await mailsTo(app, member.email))[0]!.code!
  await post('/identity/verification/confirm', { code }, { cookie: member.cookie })
  expect(await disown(token)).toEqual([409, 'email_already_verified'])
  expect(await isThere(member)).toBe(true)
  expect((await post('/identity/refresh', {}, { cookie: member.cookie })).json().user.uid).toBe(member.uid)
})

test('a new password of the account’s maker keeps it valid; another address ends it, also when undone', async () => {
  const { evil, token } = await stranger()
  const changed = await post(
    '/identity/password',
    { current: 'evil horse', next: 'eviler horse' },
    evil.headers,
  )
  expect(changed.statusCode).toBe(204)
  const { evil: other, token: dead } = await stranger()
  for (const email of [`${newId('member')}@example.com`, other.email]) {
    await owner.query(
      `update identity.action_code set sent_at = sent_at - interval '2 minutes' where uid = $1`,
      [other.uid],
    )
    expect((await post('/identity/email/change', { email }, other.headers)).statusCode).toBe(200)
  }
  expect(await disown(dead)).toEqual([400, 'invalid_action_code'])
  expect(await isThere(other)).toBe(true)
  // The mail that went to the address again has a link of its own.
  expect(await disown(tokenOf(await awaitMail(app, other.email, 2), 'not-me'))).toEqual([204, null])
  expect(await disown(token)).toEqual([204, null])
})

test('an expired, a made-up and a verification token delete nothing', async () => {
  const { evil, token } = await stranger()
  expect(await disown(tokenOf((await mailsTo(app, evil.email))[0]!))).toEqual([400, 'invalid_action_code'])
  expect(await disown('made up')).toEqual([400, 'invalid_action_code'])
  const verified = await post('/identity/verification/confirm', { token, newPassword: 'my own horse' })
  expect(verified.json().code).toBe('invalid_action_code')
  await owner.query('update identity.action_link set expires_at = now() where uid = $1', [evil.uid])
  expect(await disown(token)).toEqual([400, 'expired_action_code'])
  expect(await isThere(evil)).toBe(true)
})

test('pressed twenty times at once it deletes one account, and never beside a verification', async () => {
  const { evil, token } = await stranger()
  const answers = await Promise.all(Array.from({ length: 12 }, async () => (await disown(token))[0]))
  expect(answers.filter((status) => status === 204)).toHaveLength(1)
  expect(await stateOf(evil)).toBe('deleted')
  for (let n = 0; n < 3; n++) {
    const { evil: member, token: link } = await stranger()
    const code = (await mailsTo(app, member.email))[0]!.code!
    const [deleted] = await Promise.all([
      disown(link),
      post('/identity/verification/confirm', { code }, { cookie: member.cookie }),
    ])
    expect((await stateOf(member)) === 'deleted').toBe(deleted[0] === 204)
  }
})

test('an account that an operator disabled is not deleted', async () => {
  const { evil, token } = await stranger()
  await app.server.inject({ url: `/api/v1/users/${evil.uid}`, headers: evil.headers })
  await owner.query(`update member set state = 'disabled' where uid = $1`, [evil.uid])
  expect(await disown(token)).toEqual([403, 'user_disabled'])
  expect(await isThere(evil)).toBe(true)
})
