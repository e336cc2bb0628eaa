import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'
import { requireLastingEmail } from './lasting-email.ts'

const on = { refuseDisposableEmail: true }

test.each(['a@mailinator.com', 'a@MAILINATOR.com', 'a@33mail.com', 'a@anything.33mail.com'])(
  'refuses %s where the setting asks, and only there',
  (email) => {
    expect(() => requireLastingEmail(on, email)).toThrow('throw-away')
    expect(() => requireLastingEmail({ refuseDisposableEmail: false }, email)).not.toThrow()
  },
)

test.each(['a@example.com', 'a@gmail.com', 'mailinator.com@example.com', 'a@not33mail.com'])(
  'lets %s in',
  (email) => {
    expect(() => requireLastingEmail(on, email)).not.toThrow()
  },
)

test('at sign-up and at a change of address', async () => {
  const app = await startTestApp({ refuseDisposableEmail: true })
  const member = await createMember(app)
  const post = async (url: string, payload: object) =>
    (await app.server.inject({ method: 'POST', url, payload, headers: member.headers })).json()
  const refused = { status: 422, code: 'invalid_email' }
  const email = 'someone@mailinator.com'
  expect(await post('/identity/sign-up', { email, password: 'correct horse' })).toMatchObject(refused)
  expect(await post('/identity/email/change', { email })).toMatchObject(refused)
  await app.close()
})
