import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailedCode, mailsTo, type TestMember } from '#testing/members.ts'

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

/** Makes the last mail two minutes older. */
const passResendWait = async () =>
  await owner.query(`update identity.action_code set sent_at = sent_at - interval '2 minutes'`)
const guessCode = async ({ cookie }: TestMember, code: string) => {
  const url = '/identity/verification/confirm'
  const response = await app.server.inject({ method: 'POST', url, payload: { code }, headers: { cookie } })
  return response.json().code as string
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const leave = async ({ uid, email, headers }: TestMember) => {
  const url = `/api/v1/users/${uid}`
  const response = await app.server.inject({
    method: 'DELETE',
    url,
    payload: { confirmation: email },
    headers,
  })
  expect(response.statusCode, response.body).toBe(202)
  await app.jobs.run('erase-members')
}
const codeMails = async (email: string) =>
  (await mailsTo(app, email)).filter(({ subject }) => subject === 'Verify your e-mail address')

test('a deletion brings no new code within the minute, and no more than ten codes a day', async () => {
  const email = 'signs-up-again@example.com'
  const first = await createMember(app, { email, verified: false })
  await leave(first)
  const again = await createMember(app, { email, verified: false })
  // The mails of the deleted account are gone; none came within a minute of its code.
  expect(await codeMails(email)).toEqual([])
  await leave(again)
  let guesses = 0
  for (let round = 0; round < 12; round++) {
    await passResendWait()
    const member = await createMember(app, { email, verified: false })
    const [mail] = await codeMails(email)
    for (let guess = 0; guess < 6; guess++)
      if ((await guessCode(member, wrong(mail?.code ?? '000000'))) === 'invalid_verification_code')
        guesses += 1
    await leave(member)
  }
  // One code was never guessed at: the account's first.
  expect(guesses).toBe(45)
})

test('one mailbox has ten codes a day, however its address is written', async () => {
  for (let alias = 0; alias < 10; alias++)
    await mailedCode(app, (await createMember(app, { email: `one+${alias}@example.com` })).email)
  const late = await createMember(app, { email: 'one+late@example.com', verified: false })
  // Its one mail that day is of the reserve, without a code.
  expect(await mailsTo(app, late.email)).toMatchObject([{ code: null }])
  expect(await guessCode(late, '000000')).toBe('expired_action_code')
})

test('a deletion keeps the count of wrong passwords, and no row of it names the member', async () => {
  const email = 'guessed-at@example.com'
  const signIn = async (password: string) => {
    const payload = { email, password }
    return (await app.server.inject({ method: 'POST', url: '/identity/sign-in', payload })).statusCode
  }
  const member = await createMember(app, { email })
  for (let guess = 0; guess < 10; guess++) expect(await signIn('guess')).toBe(401)
  await leave(member)
  const next = await createMember(app, { email, verified: false })
  expect(await signIn(next.password)).toBe(429)
  const { rows } = await owner.query(`select l::text as row from identity.limit_count l`)
  for (const { row } of rows) expect(row).not.toMatch(/example|guessed/)
})
