import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorSignedIn } from '#contracts/operator-session.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { mailsTo } from '#testing/members.ts'
import { mailOperatorCodes, operatorBearer, testActor } from '#testing/operators.ts'
import { TestPasskey } from '#testing/passkeys.ts'
import { codeOf } from '#testing/second-factors.ts'
import { addOperator } from '../change-operators.ts'
import { lockStandingOf } from '../operator-queries.ts'
import { inviteOperator } from './invitations.ts'
import { deleteAuthenticator } from './operator-authenticator.ts'
import { deletePasskeys } from './operator-passkeys.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await operatorBearer(app, 'owner')
})
afterAll(() => app.close())

async function post(step: string, payload: object = {}) {
  const response = await app.server.inject({ method: 'POST', url: `/console/session/${step}`, payload })
  return { status: response.statusCode, body: response.json() as never }
}
const isSignedIn = async ({ accessToken }: OperatorSignedIn) => {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await app.server.inject({ url: '/api/v1/operator/me', headers })).statusCode === 200
}

let count = 0
/** An operator with an invitation; `invite` makes the next one. */
async function invited() {
  const email = `racer-${(count += 1)}@crels.example`
  const invite = async () =>
    await app.db.transaction().execute(async (tx) => {
      const { operator, url } = await inviteOperator(tx, app.config, testActor, { email })
      return { id: operator.id, token: url.split('#')[1]! }
    })
  await app.db
    .transaction()
    .execute(async (tx) => await addOperator(tx, testActor, { email, name: email, role: 'support' }))
  return { email, invite, ...(await invite()) }
}

async function acceptByPasskey(token: string) {
  const passkey = new TestPasskey(app.config.publicOrigin)
  const { body: options } = await post('invitation/passkey-options', { token })
  const made = passkey.create(options)
  return { passkey, accept: async () => await post('invitation/passkey', { token, passkey: made }) }
}

/** An operator in by a passkey, and the last step of their next sign-in. */
async function byPasskey() {
  const operator = await invited()
  const { passkey, accept } = await acceptByPasskey(operator.token)
  expect((await accept()).status).toBe(200)
  const { body: options } = await post('passkey-options')
  const signed = passkey.get(options)
  return { ...operator, signIn: async () => await post('passkey', { passkey: signed }) }
}

/** The same by an authenticator app. */
async function byAuthenticator() {
  const operator = await invited()
  const { email, token } = operator
  const { body: setup } = await post('invitation/authenticator', { token })
  const confirmed = await post('invitation/authenticator/confirm', { token, code: codeOf(setup, -1) })
  expect(confirmed.status).toBe(200)
  const { attempt } = (await post('mail-code', { email })).body as { attempt: string }
  await mailOperatorCodes(app)
  const mailCode = /\b\d{6}\b/.exec((await mailsTo(app, email))[0]!.text)![0]
  return {
    ...operator,
    signIn: async () => await post('authenticator', { attempt, mailCode, code: codeOf(setup) }),
  }
}

const ways = [
  { way: 'a passkey', prepared: byPasskey, refusal: 'invalid_passkey' },
  { way: 'an authenticator app', prepared: byAuthenticator, refusal: 'invalid_verification_code' },
]

test.each(ways)('a sign-in by $way that an invitation overtakes opens no session', async (one) => {
  const { id, signIn } = await one.prepared()
  const { signingIn } = await app.db.transaction().execute(async (tx) => {
    // The factor is right, and the session is not open yet.
    await lockStandingOf(tx, id)
    const signingIn = signIn()
    await Promise.race([signingIn, untilBlocked(app.db)])
    await deletePasskeys(tx, id)
    await deleteAuthenticator(tx, id)
    return { signingIn }
  })
  expect((await signingIn).body).toMatchObject({ code: one.refusal })
})

test.each(ways)('an invitation that is used as $way signs in ends that session', async ({ prepared }) => {
  const { id, invite, signIn } = await prepared()
  const { accept } = await acceptByPasskey((await invite()).token)
  const { signingIn, accepting } = await app.db.transaction().execute(async (tx) => {
    // A session waits for its operator's row, and so does the passkey of the invitation.
    await sql`select from operator where id = ${id} for update`.execute(tx)
    const signingIn = signIn()
    await untilBlocked(app.db)
    const accepting = accept()
    await untilBlocked(app.db, 2)
    return { signingIn, accepting }
  })
  const answers = [await signingIn, await accepting]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await Promise.all(answers.map(async ({ body }) => await isSignedIn(body)))).toEqual([false, true])
})
