import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openPool } from '#server/platform/database.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo } from '#testing/members.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const signUp = async (payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url: '/identity/sign-up', payload, headers })

test('creates an account, signs in and mails a link and a code', async () => {
  const response = await signUp({ email: 'Ada@Example.com', password: 'a secret horse', displayName: 'Ada' })
  expect(response.statusCode, response.body).toBe(201)
  expect(response.json()).toEqual({
    user: {
      uid: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
      email: 'ada@example.com',
      emailVerified: false,
      displayName: 'Ada',
      photoURL: null,
    },
    accessToken: expect.any(String),
    expiresInSec: 3600,
  })
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['set-cookie']).toEqual([
    expect.stringMatching(/^crels_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^crels_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  const [mail] = await mailsTo(app, 'ada@example.com')
  expect(mail).toMatchObject({ to: 'ada@example.com', code: expect.stringMatching(/^\d{6}$/) })
  expect(mail!.links).toEqual([
    expect.stringMatching(/^http:\/\/localhost:3000\/signup\/email-verification\?token=[\w-]{43}$/),
    expect.stringMatching(/\/signup\/email-verification\?mode=not-me&token=[\w-]{43}$/),
  ])
})

test('needs no display name', async () => {
  const response = await signUp({ email: 'nameless@example.com', password: 'a secret horse' })
  expect(response.json().user.displayName).toBeNull()
})

test('the time zone of the browser is the first of the profile', async () => {
  const response = await signUp({
    email: 'auckland@example.com',
    password: 'a secret horse',
    displayName: 'Aroha',
    timeZone: 'Pacific/Auckland',
  })
  const { user, accessToken } = response.json()
  const profile = await app.server.inject({
    url: `/api/v1/users/${user.uid}`,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(profile.json()).toMatchObject({ displayName: 'Aroha', timeZone: 'Pacific/Auckland' })
  const { rows } = await sql`select uid, email from member where uid = ${user.uid}`.execute(app.db)
  expect(rows).toEqual([{ uid: user.uid, email: 'auckland@example.com' }])
})

test.each(['Mars/Olympus', '+02:00', '', ' ', "'; drop table member"])(
  'a time zone that there is not is ignored: %j',
  async (timeZone) => {
    const email = `zone-${Buffer.from(timeZone).toString('hex')}@example.com`
    const response = await signUp({ email, password: 'a secret horse', timeZone })
    expect(response.statusCode, response.body).toBe(201)
    const { user, accessToken } = response.json()
    const profile = await app.server.inject({
      url: `/api/v1/users/${user.uid}`,
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(profile.json().timeZone).toBeNull()
  },
)

test('a time zone of more than 60 characters is refused', async () => {
  const response = await signUp({
    email: 'long@example.com',
    password: 'a secret horse',
    timeZone: 'A'.repeat(61),
  })
  expect(response.statusCode).toBe(422)
})

test('refuses a taken address, however it is written, and mails nothing', async () => {
  const { email } = await createMember(app)
  const mailsBefore = (await mailsTo(app, email)).length
  const response = await signUp({ email: email.toUpperCase(), password: 'another one' })
  expect(response.statusCode).toBe(409)
  expect(response.json().code).toBe('email_already_in_use')
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(await mailsTo(app, email)).toHaveLength(mailsBefore)
})

test('makes one account of twenty sign-ups that race for one address', async () => {
  const email = 'race@example.com'
  const responses = await Promise.all(
    Array.from({ length: 20 }, async () => await signUp({ email, password: 'a secret horse' })),
  )
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([201, ...Array<number>(19).fill(409)])
  expect(await mailsTo(app, email)).toHaveLength(1)
  const owner = openPool({ url: app.databaseUrl, poolSize: 1 })
  const { rows } = await owner.query('select id from identity.auth_user where email = $1', [email])
  await owner.end()
  expect(rows).toHaveLength(1)
})

test('names the rules that a weak password fails', async () => {
  const response = await signUp({ email: 'weak@example.com', password: '12345' })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'weak_password', rules: ['minLength'] })
  expect(await mailsTo(app, 'weak@example.com')).toEqual([])
})

test('checks new passwords against the policy of the settings, and publishes it', async () => {
  const { passwordRules } = readConfig({ PASSWORD_MIN_LENGTH: '8', PASSWORD_CLASSES: 'uppercase,digit' })
  const strict = await startTestApp({ passwordRules })
  try {
    const payload = { email: 'strict@example.com', password: 'secret' }
    const response = await strict.server.inject({ method: 'POST', url: '/identity/sign-up', payload })
    expect(response.json().rules).toEqual(['minLength', 'requireUppercase', 'requireDigit'])
    const policy = await strict.server.inject('/identity/policy')
    expect(policy.json()).toMatchObject({
      minLength: 8,
      maxLength: null,
      requireDigit: true,
      requireSymbol: false,
    })
    await createMember(strict, { password: 'Secret 123' })
  } finally {
    await strict.close()
  }
})

test.each([
  [{}, 422],
  [{ email: 'no-address', password: 'a secret horse' }, 422],
  [{ email: `${'a'.repeat(250)}@example.com`, password: 'a secret horse' }, 422],
  [{ email: 'x@example.com' }, 422],
  [{ email: 'x@example.com', password: '' }, 422],
  [{ email: 'x@example.com', password: 'x'.repeat(1025) }, 422],
  [{ email: 'x@example.com', password: 'a secret horse', displayName: 'x'.repeat(61) }, 422],
  [{ email: ['x@example.com'], password: { $ne: '' } }, 422],
  [{ email: 'x@example.com\u0000', password: 'a secret horse' }, 400],
  [{ email: 'x@example.com', password: 'a secret horse', displayName: 'x'.repeat(70_000) }, 413],
])('refuses %j with %i', async (payload, status) => {
  expect((await signUp(payload)).statusCode).toBe(status)
})

test('refuses a body that is no JSON', async () => {
  const text = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-up',
    payload: 'email=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(text.statusCode).toBe(415)
  expect((await signUp('{"email":' as never, { 'content-type': 'application/json' })).statusCode).toBe(400)
})

test('keeps no address of the network and no readable password', async () => {
  const member = await createMember(app, { password: 'a secret to keep' })
  const owner = openPool({ url: app.databaseUrl, poolSize: 1 })
  const { rows } = await owner.query(
    'select ip_address, password from identity.auth_session s join identity.auth_account a using (user_id) where user_id = $1',
    [member.uid],
  )
  await owner.end()
  expect(rows.length).toBeGreaterThan(0)
  for (const { ip_address, password } of rows) {
    expect(ip_address || null).toBeNull()
    expect(password).toMatch(/^\$argon2id\$v=19\$/)
  }
})

test('the product’s own connection cannot read password hashes or sessions', async () => {
  for (const table of ['auth_account', 'auth_session', 'action_code', 'signing_key'])
    await expect(sql`select * from identity.${sql.raw(table)}`.execute(app.db), table).rejects.toThrow(
      /permission denied/,
    )
})
