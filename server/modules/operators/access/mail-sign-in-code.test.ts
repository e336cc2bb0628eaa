import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { mailsTo } from '#testing/members.ts'
import { mailOperatorCodes, operatorBearer, testActor } from '#testing/operators.ts'
import { codeOf } from '#testing/second-factors.ts'
import { changeOperator } from '../change-operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await operatorBearer(app, 'owner', 'olga@crels.example')
})
afterAll(() => app.close())

let networks = 0
/** A call of the console's sign-in, of a new network each time. */
async function post(url: string, payload: object, headers = {}) {
  networks += 1
  return await app.server.inject({
    method: 'POST',
    url: url.startsWith('/') ? url : `/console/session/${url}`,
    payload,
    headers,
    remoteAddress: `198.51.${Math.floor(networks / 250)}.${networks % 250}`,
  })
}
const mails = async (email: string) =>
  (await mailsTo(app, email)).map(({ code }) => code).filter((code) => code !== null)
/** Asks for a code, with the cookie of a browser or without one; answers the attempt. */
async function ask(email: string, cookie?: string): Promise<string> {
  const response = await post('mail-code', { email }, cookie === undefined ? {} : { cookie })
  expect([response.statusCode, response.json().attempt]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)])
  await mailOperatorCodes(app)
  return response.json().attempt as string
}
/** What codes that nobody was mailed are answered, try by try. */
async function guess(attempt: string): Promise<string[]> {
  const answers: string[] = []
  for (let tries = 0; tries < 7; tries += 1) {
    const response = await post('authenticator', { attempt, mailCode: '000000', code: '000000' })
    answers.push(`${response.statusCode} ${response.json().code}`)
  }
  return answers
}
async function withApp(email: string) {
  const { headers, operatorId } = await operatorBearer(app, 'support', email)
  const path = '/api/v1/operator/factors/authenticator'
  const { secret } = (await post(path, {}, headers)).json() as { secret: string }
  const confirmed = await post(`${path}/confirm`, { code: codeOf({ secret }, -1) }, headers)
  expect(confirmed.statusCode, confirmed.body).toBe(204)
  return { email, operatorId, secret }
}

test('codes are refused alike for whoever is no operator, has no app, or may not act, and none of them is mailed', async () => {
  const operator = await withApp('known@crels.example')
  const left = await withApp('left@crels.example')
  await app.db
    .transaction()
    .execute(async (tx) => changeOperator(tx, testActor, { ...left, isDisabled: true, reason: 'left' }))
  const refused = await guess(await ask(operator.email))
  expect(refused).toEqual([
    ...Array<string>(5).fill('400 invalid_verification_code'),
    ...Array<string>(2).fill('400 sign_in_expired'),
  ])
  expect(await mails(operator.email)).toHaveLength(1)
  for (const email of ['nobody@crels.example', 'olga@crels.example', left.email]) {
    expect(await guess(await ask(email)), email).toEqual(refused)
    expect(await mails(email), email).toEqual([])
  }
  expect(await guess('x'.repeat(43))).toEqual(Array<string>(7).fill('400 sign_in_expired'))
})

test('the mail is not written while the browser waits: the answer takes an operator no longer', async () => {
  const { email } = await withApp('slow@crels.example')
  await post('mail-code', { email })
  expect(await mails(email)).toEqual([])
  await mailOperatorCodes(app)
  expect(await mails(email)).toHaveLength(1)
})

test('strangers who use up the mails of an operator do not keep out the browser that signed in before', async () => {
  const operator = await withApp('wanted@crels.example')
  const attempt = await ask(operator.email)
  const [mailCode] = await mails(operator.email)
  const signedIn = await post('authenticator', { attempt, mailCode, code: codeOf(operator) })
  expect(signedIn.statusCode, signedIn.body).toBe(200)
  const set = [signedIn.headers['set-cookie']].flat().map(String)
  const known = set.find((one) => one.startsWith('crels_console_browser='))!
  expect(known).toMatch(/; Max-Age=34560000; Path=\/console\/session; HttpOnly; SameSite=Strict$/)
  const cookie = known.split(';')[0]!

  for (let times = 0; times < 25; times += 1) await ask(operator.email)
  expect(await mails(operator.email)).toHaveLength(20)
  // Neither what is made up nor what another operator's browser has is a way around it.
  const other = await withApp('other@crels.example')
  const foreign = await post('authenticator', {
    attempt: await ask(other.email),
    mailCode: (await mails(other.email))[0],
    code: codeOf(other),
  })
  const theirs = String([foreign.headers['set-cookie']].flat().at(-1)).split(';')[0]!
  expect(theirs).toMatch(/^crels_console_browser=/)
  for (const one of [theirs, `${cookie.slice(0, -3)}AAA`]) await ask(operator.email, one)
  expect(await mails(operator.email)).toHaveLength(20)

  for (let times = 0; times < 22; times += 1) await ask(operator.email, cookie)
  expect(await mails(operator.email)).toHaveLength(40)
})
