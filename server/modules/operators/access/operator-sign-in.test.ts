import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OperatorSignedIn } from '#contracts/operator-session.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { mailsTo } from '#testing/members.ts'
import { mailOperatorCodes, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { TestPasskey } from '#testing/passkeys.ts'
import { codeOf } from '#testing/second-factors.ts'
import { listAuditEntries } from '../audit-log.ts'
import { addOperator, changeOperator } from '../change-operators.ts'
import { inviteOperator } from './invitations.ts'

let app: TestApp
let owner: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  owner = await operatorBearer(app, 'owner', 'olga@crels.example')
})
afterAll(() => app.close())

type Answer = { status: number; body: never; cookie: string; headers: Record<string, unknown> }

/** A call of the console: of its session, or of an endpoint for operators. */
async function call(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  headers = {},
): Promise<Answer> {
  const path = url.startsWith('/') ? url : `/console/session/${url}`
  const response = await app.server.inject({ method, url: path, payload, headers })
  const body = response.body === '' ? null : response.json()
  const set = [response.headers['set-cookie'] ?? []].flat()[0] ?? ''
  return {
    status: response.statusCode,
    body: body as never,
    cookie: set.split(';')[0]!,
    headers: response.headers,
  }
}
const post = async (url: string, payload: object = {}, headers = {}) =>
  await call('POST', url, payload, headers)
const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` })
const me = async (headers: object) => await call('GET', '/api/v1/operator/me', undefined, headers)
const code = ({ body }: Answer) => (body as { code: string } | null)?.code

let count = 0
/** An operator with a link that was never used. */
async function invited(role: 'support' | 'finance' = 'support') {
  const email = `${role}-${(count += 1)}@crels.example`
  return await app.db.transaction().execute(async (tx) => {
    await addOperator(tx, testActor, { email, name: email, role })
    const { operator, url } = await inviteOperator(tx, app.config, testActor, { email })
    return { email, id: operator.id, token: url.split('#')[1]! }
  })
}

/** The same, in by a passkey. */
async function withPasskey() {
  const operator = await invited()
  const passkey = new TestPasskey(app.config.publicOrigin)
  const { body: options } = await post('invitation/passkey-options', { token: operator.token })
  const accepted = await post('invitation/passkey', {
    token: operator.token,
    passkey: passkey.create(options),
  })
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
  return {
    ...operator,
    passkey,
    cookie: accepted.cookie,
    signedIn: accepted.body as OperatorSignedIn,
    accepted,
  }
}

async function signIn({ passkey }: { passkey: TestPasskey }): Promise<Answer> {
  const { body: options } = await post('passkey-options')
  return await post('passkey', { passkey: passkey.get(options) })
}

test('an invitation is mailed, names whom it is for, sets up a passkey and signs in, once', async () => {
  const email = 'ines@crels.example'
  const made = await post(
    '/api/v1/operator/operators',
    { email, name: 'Ines', role: 'finance' },
    owner.headers,
  )
  expect(made.status).toBe(201)
  const [mail] = await mailsTo(app, email)
  expect(mail!.subject).toBe('Set up your access to the Crels console')
  const token = /\/console\/invitation#([\w-]{43})/.exec(mail!.text)![1]!
  expect((await post('invitation', { token })).body).toMatchObject({
    email,
    name: 'Ines',
    role: 'finance',
    replacesFactors: false,
  })
  const passkey = new TestPasskey(app.config.publicOrigin)
  const { body: options } = await post('invitation/passkey-options', { token })
  const accepted = await post('invitation/passkey', { token, passkey: passkey.create(options) })
  expect([accepted.headers['set-cookie']].flat()[0]).toMatch(
    /^crels_console=[\w-]{43}; Path=\/console; HttpOnly; SameSite=Strict$/,
  )
  const { accessToken, me: self } = accepted.body as OperatorSignedIn
  expect(self).toMatchObject({
    operator: { email, role: 'finance' },
    via: 'console',
    session: { idleMinutes: 30 },
  })
  expect((await me(bearer({ accessToken }))).body).toEqual(self)
  expect(code(await post('invitation', { token }))).toBe('invalid_action_code')
  expect(code(await post('invitation/passkey-options', { token }))).toBe('invalid_action_code')
  const acts = await listAuditEntries(app.db, { target: self.operator.id, limit: 10 })
  expect(acts.map(({ action, by }) => [action, by])).toEqual([
    ['session.open', 'Ines'],
    ['operator.invite', 'olga'],
    ['operator.add', 'olga'],
  ])
})

test('a newer invitation voids the one before; an expired one is refused; a disabled operator’s dies', async () => {
  const first = await invited()
  const [next] = await app.db
    .transaction()
    .execute(async (tx) => [await inviteOperator(tx, app.config, testActor, first)])
  expect(code(await post('invitation', first))).toBe('invalid_action_code')
  const token = next!.url.split('#')[1]!
  expect((await post('invitation', { token })).status).toBe(200)
  await sql`update operator_invitation set expires_at = now() where operator_id = ${first.id}`.execute(app.db)
  expect(code(await post('invitation', { token }))).toBe('expired_action_code')
  const other = await invited()
  await app.db
    .transaction()
    .execute(async (tx) => changeOperator(tx, testActor, { ...other, isDisabled: true, reason: 'left' }))
  expect(code(await post('invitation', other))).toBe('invalid_action_code')
})

test('used, an invitation replaces every factor and session from before', async () => {
  const before = await withPasskey()
  const { url } = await app.db
    .transaction()
    .execute(async (tx) => await inviteOperator(tx, app.config, testActor, before))
  // As long as it is not used nothing changes.
  expect((await me(bearer(before.signedIn))).status).toBe(200)
  const token = url.split('#')[1]!
  expect((await post('invitation', { token })).body).toMatchObject({ replacesFactors: true })
  const { body: setup } = await post('invitation/authenticator', { token })
  const mailed = async () => (await mailsTo(app, before.email)).map(({ subject }) => subject)
  expect(await mailed()).toEqual([])
  const accepted = await post('invitation/authenticator/confirm', { token, code: codeOf(setup) })
  expect(accepted.status).toBe(200)
  expect(await mailed()).toEqual([expect.stringContaining('How you sign in')])
  expect(code(await me(bearer(before.signedIn)))).toBe('unauthenticated')
  expect(code(await signIn(before))).toBe('invalid_passkey')
})

test('two browsers with one invitation: one is in', async () => {
  const { token } = await invited()
  const asked = await Promise.all([1, 2].map(async () => await post('invitation/passkey-options', { token })))
  const answers = await Promise.all(
    asked.map(async ({ body: options }) => {
      const passkey = new TestPasskey(app.config.publicOrigin).create(options)
      return await post('invitation/passkey', { token, passkey })
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('signs in by passkey; a challenge works once, and a member’s passkey is nobody’s here', async () => {
  const operator = await withPasskey()
  expect((await signIn(operator)).body).toMatchObject({ me: { operator: { email: operator.email } } })
  const { body: options } = await post('passkey-options')
  const passkey = operator.passkey.get(options)
  expect((await post('passkey', { passkey })).status).toBe(200)
  expect(code(await post('passkey', { passkey }))).toBe('invalid_passkey')
  const strange = new TestPasskey(app.config.publicOrigin)
  expect(code(await signIn({ passkey: strange }))).toBe('invalid_passkey')
})

test('signs in by a mailed code and the authenticator app, and by neither alone', async () => {
  const { email, token } = await invited('finance')
  const { body: setup } = await post('invitation/authenticator', { token })
  expect((await post('invitation/authenticator/confirm', { token, code: codeOf(setup, -1) })).status).toBe(
    200,
  )
  const begin = async () => {
    const { body } = await post('mail-code', { email })
    await mailOperatorCodes(app)
    return body as { attempt: string }
  }
  const mailed = async () => /\b\d{6}\b/.exec((await mailsTo(app, email))[0]!.text)![0]
  const { attempt } = await begin()
  const mailCode = await mailed()
  const wrong = mailCode === '000000' ? '000001' : '000000'
  const right = codeOf(setup)
  expect(code(await post('authenticator', { attempt, mailCode: wrong, code: right }))).toBe(
    'invalid_verification_code',
  )
  expect(code(await post('authenticator', { attempt, mailCode, code: wrong }))).toBe(
    'invalid_verification_code',
  )
  // Another browser's attempt has another code.
  const other = await begin()
  expect(code(await post('authenticator', { attempt: other.attempt, mailCode, code: right }))).toBe(
    'invalid_verification_code',
  )
  expect((await post('authenticator', { attempt, mailCode, code: right })).status).toBe(200)
  expect(code(await post('authenticator', { attempt, mailCode, code: right }))).toBe('sign_in_expired')
  for (let tries = 0; tries < 4; tries += 1)
    await post('authenticator', { ...other, mailCode: wrong, code: right })
  expect(code(await post('authenticator', { ...other, mailCode: wrong, code: right }))).toBe(
    'sign_in_expired',
  )
})

test('a code is of the database’s time, whatever the clock of the process says', async () => {
  const { token } = await invited()
  const { body: setup } = await post('invitation/authenticator', { token })
  const accept = { token, code: codeOf(setup) }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  try {
    const { status, body } = await post('invitation/authenticator/confirm', accept)
    expect(status, JSON.stringify(body)).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('a way in that is added or removed in a session is mailed to its operator', async () => {
  const { headers, email } = await operatorBearer(app, 'support', 'factors@crels.example')
  const factors = '/api/v1/operator/factors/authenticator'
  const { body: setup } = await post(factors, {}, headers)
  expect(await mailsTo(app, email)).toEqual([])
  await post(`${factors}/confirm`, { code: codeOf(setup, -1) }, headers)
  const { body: options } = await post('/api/v1/operator/factors/passkey-options', {}, headers)
  const passkey = new TestPasskey(app.config.publicOrigin).create(options)
  const added = await post('/api/v1/operator/factors/passkeys', { passkey, name: 'Key' }, headers)
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  await call('DELETE', factors, undefined, headers)
  const said = (await mailsTo(app, email)).map(
    ({ text }) => /(A passkey|app) was (added|removed)/.exec(text)?.[0],
  )
  expect(said.toSorted()).toEqual(['A passkey was added', 'app was added', 'app was removed'])
})

test('codes are counted: after twenty wrong ones a day the right one waits', async () => {
  const { headers, operatorId } = await operatorBearer(app, 'support', 'guessed@crels.example')
  const { body: setup } = await post('/api/v1/operator/factors/authenticator', {}, headers)
  const right = codeOf(setup)
  const wrong = right === '000000' ? '000001' : '000000'
  expect(
    (await post('/api/v1/operator/factors/authenticator/confirm', { code: codeOf(setup, -1) }, headers))
      .status,
  ).toBe(204)
  const prove = async (guess: string) => await post('/api/v1/operator/proof', { code: guess }, headers)
  for (let guesses = 0; guesses < 20; guesses += 1)
    expect(code(await prove(wrong))).toBe('invalid_verification_code')
  expect((await prove(right)).body).toMatchObject({
    code: 'too_many_requests',
    detail: 'Too many wrong codes today. Wait, or use a passkey.',
  })
  await sql`update operator_guess set window_ends_at = now()`.execute(app.db)
  expect((await prove(right)).status).toBe(200)
  expect(operatorId).toMatch(/^opr_/)
})

test('sign-ins of a network are counted: past sixty an hour it waits, and is told so', async () => {
  const ask = async () =>
    await app.server.inject({
      method: 'POST',
      url: '/console/session/mail-code',
      payload: { email: 'nobody@crels.example' },
      remoteAddress: '198.51.100.7',
    })
  for (let count = 0; count < 60; count += 1) expect((await ask()).statusCode).toBe(200)
  const refused = await ask()
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    'Too many sign-ins from your network within an hour. Wait, then try again.',
  ])
})

test('the cookie answers the next token until the session ends: idle, too old, signed out', async () => {
  const operator = await withPasskey()
  const renew = async (cookie: string) => await post('token', {}, { cookie })
  const { body } = await renew(operator.cookie)
  expect((await me(bearer(body))).status).toBe(200)
  expect((await me(bearer(operator.signedIn))).status).toBe(200)
  await sql`
    update operator_token set expires_at = now() where session_id in (
      select id from operator_session where operator_id = ${operator.id})`.execute(app.db)
  expect(code(await me(bearer(body)))).toBe('access_token_expired')
  const set = async (column: string, minutes: number) =>
    await sql`update operator_session set ${sql.ref(column)} = now() - make_interval(mins => ${minutes}::int)
      where operator_id = ${operator.id}`.execute(app.db)
  await set('last_used_at', 31)
  expect(code(await renew(operator.cookie))).toBe('unauthenticated')
  await set('last_used_at', 29)
  const fresh = (await renew(operator.cookie)).body as OperatorSignedIn
  expect(
    (await call('GET', '/api/v1/operator/me', undefined, { ...bearer(fresh), 'x-background': '1' })).status,
  ).toBe(200)
  await set('last_used_at', 31)
  expect(code(await me(bearer(fresh)))).toBe('user_token_expired')
  await set('last_used_at', 0)
  await set('created_at', 12 * 60)
  expect(code(await renew(operator.cookie))).toBe('unauthenticated')
  await set('created_at', 0)
  expect((await post('sign-out', {}, { cookie: operator.cookie })).status).toBe(204)
  expect(code(await me(bearer(fresh)))).toBe('unauthenticated')
  expect(code(await renew(operator.cookie))).toBe('unauthenticated')
})

test('what asks by itself keeps no session alive', async () => {
  const { headers, sessionId } = await operatorBearer(app, 'support')
  const used = async () =>
    (
      await sql<{
        at: Date
      }>`select last_used_at as at from operator_session where id = ${sessionId}`.execute(app.db)
    ).rows[0]!.at
  await sql`update operator_session set last_used_at = now() - interval '10 minutes' where id = ${sessionId}`.execute(
    app.db,
  )
  const before = await used()
  await me({ ...headers, 'x-background': '1' })
  expect(await used()).toEqual(before)
  await me(headers)
  expect((await used()).getTime()).toBeGreaterThan(before.getTime())
})

test('another role and disabling act at the next request', async () => {
  const { headers, email } = await operatorBearer(app, 'manager')
  const change = async (wish: object) =>
    await app.db
      .transaction()
      .execute(async (tx) => changeOperator(tx, testActor, { email, reason: 'test', ...wish }))
  await change({ role: 'read-only' })
  expect((await me(headers)).body).toMatchObject({ operator: { role: 'read-only' } })
  await change({ isDisabled: true })
  expect(code(await me(headers))).toBe('unauthenticated')
  await change({ isDisabled: false })
  expect(code(await me(headers))).toBe('unauthenticated')
})

test('an operator lists and ends their own sessions, and no one else’s', async () => {
  const [one, two] = [await operatorBearer(app, 'finance'), await operatorBearer(app, 'finance')]
  const list = async () =>
    (await call('GET', '/api/v1/operator/sessions', undefined, one.headers)).body as {
      items: { id: string; isCurrent: boolean }[]
    }
  expect((await list()).items.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
    one.sessionId,
  ])
  const end = async (id: string) =>
    await call('DELETE', `/api/v1/operator/sessions/${id}`, undefined, one.headers)
  expect((await end(owner.sessionId)).status).toBe(404)
  expect((await me(owner.headers)).status).toBe(200)
  expect((await end(two.sessionId)).status).toBe(204)
  expect(code(await me(two.headers))).toBe('unauthenticated')
  expect((await call('DELETE', '/api/v1/operator/sessions', undefined, one.headers)).status).toBe(204)
  expect(code(await me(one.headers))).toBe('unauthenticated')
})

test('factors are added and removed after a recent proof, and the last one stays', async () => {
  const operator = await withPasskey()
  const headers = bearer(operator.signedIn)
  const factors = '/api/v1/operator/factors'
  await sql`update operator_session set proved_at = now() - interval '11 minutes'`.execute(app.db)
  expect(code(await post(`${factors}/passkey-options`, {}, headers))).toBe('requires_recent_login')
  const { body: request } = await post('/api/v1/operator/proof/passkey-options', {}, headers)
  expect(
    (await post('/api/v1/operator/proof', { passkey: operator.passkey.get(request) }, headers)).status,
  ).toBe(200)
  const second = new TestPasskey(app.config.publicOrigin)
  const { body: options } = await post(`${factors}/passkey-options`, {}, headers)
  const added = await post(`${factors}/passkeys`, { passkey: second.create(options) }, headers)
  expect(added.status).toBe(201)
  const { body: list } = await call('GET', factors, undefined, headers)
  const [first] = (list as { passkeys: { id: string }[] }).passkeys
  expect((await call('DELETE', `${factors}/passkeys/${first!.id}`, undefined, headers)).status).toBe(204)
  expect(code(await signIn(operator))).toBe('invalid_passkey')
  const { id } = added.body as { id: string }
  expect(code(await call('DELETE', `${factors}/passkeys/${id}`, undefined, headers))).toBe('conflict')
  expect((await signIn({ passkey: second })).status).toBe(200)
})
