import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, createMember, tokenOf, type TestMember } from '#testing/members.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
})
afterAll(async () => await app.close())

const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })
const securityOf = async ({ headers }: Pick<TestMember, 'headers'>) =>
  (await app.server.inject({ url: '/identity/security', headers })).json()

test('a new member has a password, nothing pending and no events', async () => {
  const member = await createMember(app)
  expect(await securityOf(member)).toEqual({ hasPassword: true, linked: [], pendingEmail: null, events: [] })
})

test('an address waits until its link is followed, or the old one is wished for again, which voids the link', async () => {
  const member = await createMember(app)
  const next = `next-${member.email}`
  await post('/identity/email/change', { email: next }, member.headers)
  expect(await securityOf(member)).toMatchObject({ pendingEmail: next })
  const back = await post('/identity/email/change', { email: member.email }, member.headers)
  expect(back.json()).toEqual({ pendingEmail: null })
  expect(await securityOf(member)).toMatchObject({ pendingEmail: null })
  const token = tokenOf(await awaitMail(app, next, 1))
  expect((await post('/identity/verification/confirm', { token })).json().code).toBe('invalid_action_code')

  await post('/identity/email/change', { email: next }, member.headers)
  await post(
    '/identity/verification/confirm',
    { token: tokenOf(await awaitMail(app, next, 2)) },
    { cookie: member.cookie },
  )
  expect(await securityOf(member)).toMatchObject({
    pendingEmail: null,
    events: [{ kind: 'email_changed', at: expect.any(String) }],
  })
})

test('who signed in by link to an unverified address has no password until they set one', async () => {
  const { email } = await createMember(app, { verified: false })
  await post('/identity/link/send', { email })
  const signedIn = await post('/identity/link/confirm', {
    email,
    token: tokenOf(await awaitMail(app, email, 2)),
  })
  const headers = { authorization: `Bearer ${signedIn.json().accessToken}` }
  expect(await securityOf({ headers })).toMatchObject({ hasPassword: false })
  await post('/identity/password', { next: 'my own horse' }, headers)
  expect(await securityOf({ headers })).toMatchObject({
    hasPassword: true,
    events: [{ kind: 'password_changed' }, { kind: 'address_proved' }],
  })
})
