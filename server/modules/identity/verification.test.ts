import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailedCode, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const unverified = async () => await createMember(app, { verified: false })
const send = async ({ headers }: Pick<TestMember, 'headers'>) =>
  await app.server.inject({ method: 'POST', url: '/identity/verification/send', headers })
const confirm = async (payload: object, cookie?: string) =>
  await app.server.inject({
    method: 'POST',
    url: '/identity/verification/confirm',
    payload,
    headers: cookie ? { cookie } : {},
  })
const mailedToken = async (email: string, nth = 0) =>
  new URL((await mailsTo(app, email))[nth]!.links[0]!).searchParams.get('token')!
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const advanceClock = async (table: string, uid: string, interval: string) => {
  const columns = table === 'action_code' ? ['expires_at', 'sent_at'] : ['expires_at']
  const moved = columns.map((column) => `${column} = ${column} - interval '${interval}'`).join(', ')
  await owner.query(`update identity.${table} set ${moved} where uid = $1`, [uid])
}

test('verifies by code: the answer, the old access token and a refresh all know at once', async () => {
  const member = await unverified()
  const profile = async () =>
    await app.server.inject({
      method: 'PATCH',
      url: `/api/v1/users/${member.uid}`,
      payload: {},
      headers: member.headers,
    })
  expect((await profile()).json()).toMatchObject({ status: 403, code: 'email_not_verified' })
  const response = await confirm({ code: await mailedCode(app, member.email) }, member.cookie)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({
    user: { uid: member.uid, emailVerified: true },
    expiresInSec: 3600,
  })
  expect((await profile()).statusCode).toBe(200)
  const refreshed = await app.server.inject({
    method: 'POST',
    url: '/identity/refresh',
    headers: { cookie: member.cookie },
  })
  expect(refreshed.json().user.emailVerified).toBe(true)
})

test('verifies by the mailed link, with the session of the account', async () => {
  const here = await unverified()
  const withSession = await confirm({ token: await mailedToken(here.email) }, here.cookie)
  expect(withSession.json()).toMatchObject({ user: { uid: here.uid, emailVerified: true } })
})

test('a link works once', async () => {
  const member = await unverified()
  const token = await mailedToken(member.email)
  const responses = await Promise.all(
    Array.from({ length: 8 }, async () => await confirm({ token }, member.cookie)),
  )
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array<number>(7).fill(400)])
  expect((await confirm({ token })).json()).toMatchObject({ code: 'invalid_action_code', status: 400 })
})

test('a link works for a day', async () => {
  const member = await unverified()
  const token = await mailedToken(member.email)
  await advanceClock('action_link', member.uid, '24 hours')
  for (let time = 0; time < 2; time++)
    expect((await confirm({ token })).json()).toMatchObject({ code: 'expired_action_code', status: 400 })
})

test('a code works for ten minutes', async () => {
  const member = await unverified()
  const code = await mailedCode(app, member.email)
  await advanceClock('action_code', member.uid, '10 minutes')
  expect((await confirm({ code }, member.cookie)).json()).toMatchObject({
    code: 'expired_action_code',
    status: 400,
  })
})

test('a code has five tries', async () => {
  const member = await unverified()
  const code = await mailedCode(app, member.email)
  for (const triesLeft of [4, 3, 2, 1, 0])
    expect((await confirm({ code: wrong(code) }, member.cookie)).json()).toMatchObject({
      code: 'invalid_verification_code',
      status: 400,
      triesLeft,
    })
  expect((await confirm({ code }, member.cookie)).json()).toMatchObject({
    code: 'expired_action_code',
    status: 400,
  })
})

test('guessing in parallel gets no more tries', async () => {
  const member = await unverified()
  const code = await mailedCode(app, member.email)
  const guesses = Array.from({ length: 40 }, (_, n) =>
    String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'),
  )
  const codes = await Promise.all(
    guesses.map(async (guess) => (await confirm({ code: guess }, member.cookie)).json().code),
  )
  expect(codes.filter((answer) => answer === 'invalid_verification_code')).toHaveLength(5)
  expect(codes.filter((answer) => answer === 'expired_action_code')).toHaveLength(35)
  expect((await confirm({ code }, member.cookie)).statusCode).toBe(400)
})

test('a code belongs to its account', async () => {
  const [one, other] = [await unverified(), await unverified()]
  const response = await confirm({ code: await mailedCode(app, other.email) }, one.cookie)
  expect(response.json().code).toBe('invalid_verification_code')
})

test('a new code voids the last, and its mail comes at most once a minute', async () => {
  const member = await unverified()
  const first = await mailedCode(app, member.email)
  const soon = await send(member)
  expect(soon.statusCode).toBe(429)
  expect(soon.json().retryAfterSec).toBeGreaterThan(50)
  expect(soon.json().retryAfterSec).toBeLessThanOrEqual(60)
  expect(soon.headers['retry-after']).toBe(String(soon.json().retryAfterSec))
  expect(await mailsTo(app, member.email)).toHaveLength(1)

  await advanceClock('action_code', member.uid, '60 seconds')
  const responses = await Promise.all(Array.from({ length: 5 }, async () => await send(member)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([202, 429, 429, 429, 429])
  expect(await mailsTo(app, member.email)).toHaveLength(2)
  const second = await mailedCode(app, member.email)
  if (first !== second)
    expect((await confirm({ code: first }, member.cookie)).json().code).toBe('invalid_verification_code')
  expect((await confirm({ code: second }, member.cookie)).statusCode).toBe(200)
})

test('the link of an earlier mail still works, and after that the rest says so', async () => {
  const member = await unverified()
  await advanceClock('action_code', member.uid, '60 seconds')
  await send(member)
  expect((await confirm({ token: await mailedToken(member.email, 1) }, member.cookie)).statusCode).toBe(200)
  const late = await confirm({ token: await mailedToken(member.email, 0) })
  expect(late.json()).toMatchObject({ code: 'email_already_verified', status: 409 })
  const code = await confirm({ code: await mailedCode(app, member.email) }, member.cookie)
  expect(code.json()).toMatchObject({ code: 'email_already_verified', status: 409 })
  await advanceClock('action_code', member.uid, '60 seconds')
  expect((await send(member)).json()).toMatchObject({ code: 'email_already_verified', status: 409 })
})

test('keeps codes and links in no readable form', async () => {
  const member = await unverified()
  const code = await mailedCode(app, member.email)
  const [mail] = await mailsTo(app, member.email)
  const tokens = [tokenOf(mail!), tokenOf(mail!, 'not-me')]
  for (const [table, count] of [
    ['action_code', 1],
    ['action_link', 2],
  ] as const) {
    const { rows } = await owner.query(`select t::text as row from identity.${table} t where uid = $1`, [
      member.uid,
    ])
    expect(rows).toHaveLength(count)
    const row = rows.map(({ row }) => row.split(member.uid).join('')).join(' ')
    for (const token of tokens)
      for (const secret of [token, Buffer.from(token, 'base64url').toString('hex')])
        expect(row).not.toContain(secret)
    // Six digits are part of a hash or of a moment by chance; by themselves they are the code.
    expect(row).not.toMatch(new RegExp(String.raw`(?<![\da-f.])${code}(?![\da-f])`))
  }
})

test('a code needs the session’s cookie, sending needs the bearer', async () => {
  const member = await unverified()
  const code = await mailedCode(app, member.email)
  for (const cookie of [undefined, 'crels_session=nonsense'])
    expect((await confirm({ code }, cookie)).json()).toMatchObject({ code: 'unauthenticated', status: 401 })
  const response = await app.server.inject({ method: 'POST', url: '/identity/verification/send' })
  expect(response.statusCode).toBe(401)
})

test.each([
  {},
  { code: '12345' },
  { code: 'abcdef' },
  { code: 123456 },
  { token: '' },
  { code: '123456', token: 'x' },
])('refuses %j with 422', async (payload) => {
  expect((await confirm(payload)).statusCode).toBe(422)
})

test('an unknown token is not valid', async () => {
  expect((await confirm({ token: 'x'.repeat(43) })).json()).toMatchObject({
    code: 'invalid_action_code',
    status: 400,
  })
})

test('the policy is public', async () => {
  const response = await app.server.inject('/identity/policy')
  expect(response.json()).toEqual({
    minLength: 6,
    maxLength: null,
    requireLowercase: false,
    requireUppercase: false,
    requireDigit: false,
    requireSymbol: false,
    minScore: 0,
    refuseBreached: true,
  })
})

test('what has expired is removed by its job, and nothing else', async () => {
  const old = await unverified()
  const fresh = await unverified()
  await owner.query(
    `update identity.auth_session set expires_at = now() - interval '1 s' where user_id = $1`,
    [old.uid],
  )
  await advanceClock('action_code', old.uid, '2 days')
  await advanceClock('action_link', old.uid, '22 days')
  await app.jobs.run('identity-expiry')
  const left = async (table: string, column: string) =>
    (
      await owner.query(`select ${column} from identity.${table} where ${column} = any($1)`, [
        [old.uid, fresh.uid],
      ])
    ).rows
  expect(await left('auth_session', 'user_id')).toEqual([{ user_id: fresh.uid }])
  expect(await left('action_code', 'uid')).toEqual([{ uid: fresh.uid }])
  expect(await left('action_link', 'uid')).toEqual([{ uid: fresh.uid }, { uid: fresh.uid }])
})
