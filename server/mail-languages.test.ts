import { testActor } from '#testing/operators.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { m } from '#messages'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { answerRequest } from '#server/modules/support/public.ts'
import { newId } from '#server/platform/ids.ts'
import { inLanguage } from '#server/platform/language.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { addAuthenticator } from '#testing/second-factors.ts'

let app: TestApp
let owner: pg.Pool
let member: TestMember
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const german = { 'accept-language': 'de' }
const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
  const headers = { ...member.headers, ...german }
  return await app.server.inject({ method, url, headers, ...(payload && { payload }) })
}
const spanish = (text: () => string) => inLanguage('es', text)
const newest = async (email = member.email) => (await mailsTo(app, email))[0]!

/** A member whose account speaks Spanish; requests come from a German browser. */
const spanishMember = async () => {
  member = await createMember(app)
  expect((await send('PATCH', `/api/v1/users/${member.uid}`, { language: 'es' })).statusCode).toBe(200)
}

test('what changes an account is mailed in its language, not in that of who asked', async () => {
  await spanishMember()
  await send('POST', '/identity/password', { current: member.password, next: 'a new horse' })
  expect(await newest()).toMatchObject({
    subject: spanish(() => m.mail_password_changed_subject()),
    html: expect.stringContaining('<html lang="es" dir="ltr">'),
  })
  const { recoveryCodes } = await addAuthenticator(app, member)
  expect((await newest()).subject).toBe(spanish(() => m.mail_factor_authenticator_added()))
  await send('POST', '/identity/second-factors/proof', { recoveryCode: recoveryCodes[0]! })
  expect((await newest()).subject).toBe(spanish(() => m.mail_factor_code_used()))
  await send('DELETE', '/identity/authenticator')
  expect((await newest()).subject).toBe(spanish(() => m.mail_factor_authenticator_removed()))
  await send('POST', '/api/v1/payout-destinations', { kind: 'paypal', email: member.email })
  expect((await newest()).subject).toBe(spanish(() => m.mail_destination_added_subject()))
})

test('another address: both mails', async () => {
  await spanishMember()
  const next = `${newId('member')}@example.com`
  await send('POST', '/identity/email/change', { email: next })
  const wish = await newest(next)
  expect(wish.subject).toBe(spanish(() => m.mail_change_email_subject()))
  await send('POST', '/identity/verification/confirm', { token: tokenOf(wish), password: member.password })
  expect((await newest()).subject).toBe(spanish(() => m.mail_email_changed_subject()))
})

test('a link to sign in: in the language of the account, and without one in that of who asks', async () => {
  await spanishMember()
  await send('POST', '/identity/link/send', { email: member.email })
  expect((await awaitMail(app, member.email, 2)).subject).toBe(spanish(() => m.mail_link_subject()))
  const unknown = `${newId('member')}@example.com`
  await send('POST', '/identity/link/send', { email: unknown })
  const mail = await awaitMail(app, unknown, 1)
  expect(mail.subject).toBe(inLanguage('de', () => m.mail_no_account_subject()))
})

test('the last mail of a deleted account', async () => {
  await spanishMember()
  const { uid, email } = member
  expect((await send('DELETE', `/api/v1/users/${uid}`, { confirmation: email })).statusCode).toBe(202)
  await vi.waitFor(
    async () => {
      await app.jobs.run('erase-members')
      expect((await newest()).subject).toBe(spanish(() => m.mail_deleted_subject()))
    },
    { timeout: 30_000, interval: 200 },
  )
})

test('the answer of support: to a visitor in that of the question, to a disabled member in theirs', async () => {
  await spanishMember()
  const email = `${newId('member')}@example.com`
  const question = { topic: 'payout', message: 'Where is it?' }
  const asked = await app.server.inject({
    method: 'POST',
    url: '/support-requests',
    payload: { ...question, email },
    headers: german,
  })
  const own = await send('POST', '/support-requests', question)
  await setMemberState(app.db, member.uid, 'disabled')
  const answered = async (request: string) =>
    await inTransaction(app.db, async (tx) => {
      await answerRequest(tx, testActor, { request, text: 'It left.' }, app.supportDeps)
    })
  await answered(asked.json().reference)
  await answered(own.json().reference)
  const subject = (reference: string) => () => m.mail_support_answer_subject({ reference })
  expect((await newest(email)).subject).toBe(inLanguage('de', subject(asked.json().reference)))
  expect((await newest()).subject).toBe(spanish(subject(own.json().reference)))
})

test('an account from before languages takes that of its next visit, once', async () => {
  await spanishMember()
  await owner.query('update member set language = null where uid = $1', [member.uid])
  const url = `/api/v1/users/${member.uid}`
  await send('POST', '/identity/password', { current: member.password, next: 'a new horse' })
  expect((await newest()).subject).toBe('Your password was changed')
  expect((await send('GET', url)).json().language).toBe('de')
  const headers = { ...member.headers, 'accept-language': 'es' }
  expect((await app.server.inject({ url, headers })).json().language).toBe('de')
})
