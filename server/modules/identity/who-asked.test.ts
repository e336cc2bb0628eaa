import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { m } from '#messages'
import { readConfig } from '#server/config.ts'
import { newId } from '#server/platform/ids.ts'
import { inLanguage } from '#server/platform/language.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { addAuthenticator } from '#testing/second-factors.ts'
import { startStandInIssuer, type StandInIssuer } from './social/stand-in-issuer.fixture.ts'

let app: TestApp
let issuer: StandInIssuer
let owner: pg.Pool
beforeAll(async () => {
  issuer = await startStandInIssuer()
  const { social: none } = readConfig({ NODE_ENV: 'test' })
  app = await startTestApp({ social: { ...none, oidc: issuer.keys } })
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
  await issuer.close()
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const asked =
  /Requested on \d{1,2} \w+ \d{4} at \d\d:\d\d \(UTC\), with Firefox on Windows, from an unknown place\./

const send = async (
  method: 'POST' | 'DELETE',
  url: string,
  { payload, headers = {}, agent = firefox }: { payload?: object; headers?: object; agent?: string } = {},
) =>
  await app.server.inject({
    method,
    url,
    headers: { ...headers, 'user-agent': agent },
    ...(payload && { payload }),
  })
const newest = async ({ email }: Pick<TestMember, 'email'>) => (await mailsTo(app, email))[0]!

test('another password', async () => {
  const member = await createMember(app)
  const payload = { current: member.password, next: 'a new horse' }
  await send('POST', '/identity/password', { payload, headers: member.headers })
  const mail = await newest(member)
  expect(mail.subject).toBe('Your password was changed')
  expect(mail.text).toMatch(asked)
  expect(mail.html).toMatch(asked)
})

test.each(['/identity/reset/send', '/identity/link/send'])('what %s mails', async (url) => {
  const { email } = await createMember(app)
  await send('POST', url, { payload: { email } })
  expect((await awaitMail(app, email, 2)).text).toMatch(asked)
})

test('a mail that is written later is in the language of who asked', async () => {
  const { email } = await createMember(app)
  const headers = { 'accept-language': 'de-AT' }
  await send('POST', '/identity/reset/send', { payload: { email }, headers })
  const mail = await awaitMail(app, email, 2)
  expect(mail.subject).toBe(inLanguage('de', () => m.mail_reset_subject()))
  expect(mail.html).toContain('<html lang="de" dir="ltr">')
})

test('the time is that of the request, however late its mail is written', async () => {
  const { email } = await createMember(app)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4, 5, 6) })
  await send('POST', '/identity/reset/send', { payload: { email } }).finally(() => vi.useRealTimers())
  expect((await awaitMail(app, email, 2)).text).toContain('Requested on 4 March 2026 at 05:06 (UTC)')
})

test('a mail quotes no text from a browser’s name', async () => {
  const { email } = await createMember(app)
  const agent = 'Call +1 800 555 0100 now/1.0 x'
  await send('POST', '/identity/reset/send', { payload: { email }, agent })
  const { text } = await awaitMail(app, email, 2)
  expect(text).toContain('with an unknown device, from')
  expect(text).not.toContain('555')
})

test('another address: the wish to the new one, the change to the old one', async () => {
  const member = await createMember(app)
  const next = `${newId('member')}@example.com`
  await send('POST', '/identity/email/change', { payload: { email: next }, headers: member.headers })
  const [wish] = await mailsTo(app, next)
  expect(wish!.text).toMatch(asked)
  const payload = { token: tokenOf(wish!), password: member.password }
  expect((await send('POST', '/identity/verification/confirm', { payload })).statusCode).toBe(200)
  const mail = await newest(member)
  expect(mail.subject).toBe('Your e-mail address was changed')
  expect(mail.text).toMatch(asked)
})

test('a second factor that is added and removed, and new recovery codes', async () => {
  const member = await createMember(app)
  const { recoveryCodes } = await addAuthenticator(app, member)
  const added = await newest(member)
  expect(added.subject).toBe('An authenticator app was added')
  expect(added.text).toMatch(/Requested on .+ \(UTC\), with .+, from an unknown place\./)
  const { headers } = member
  const payload = { recoveryCode: recoveryCodes[0]! }
  await send('POST', '/identity/second-factors/proof', { payload, headers })
  expect((await newest(member)).text).toMatch(asked)
  expect((await send('POST', '/identity/recovery-codes', { headers })).statusCode).toBe(200)
  expect((await newest(member)).text).toMatch(asked)
  expect((await send('DELETE', '/identity/authenticator', { headers })).statusCode).toBe(204)
  const removed = await newest(member)
  expect(removed.subject).toBe('The authenticator app was removed')
  expect(removed.text).toMatch(asked)
})

test('an address changed before it was verified', async () => {
  const { headers } = await createMember(app, { verified: false })
  const email = `${newId('member')}@example.com`
  await send('POST', '/identity/email/change', { payload: { email }, headers })
  expect((await newest({ email })).text).toMatch(asked)
})

test('a payout destination that is added and removed', async () => {
  const member = await createMember(app)
  const { headers, email } = member
  const url = '/api/v1/payout-destinations'
  const added = await send('POST', url, { payload: { kind: 'paypal', email }, headers })
  expect(added.statusCode, added.body).toBe(201)
  expect(await newest(member)).toMatchObject({
    subject: 'New payout destination',
    text: expect.stringMatching(asked),
  })
  await send('DELETE', `${url}/${added.json().id}`, { headers })
  expect(await newest(member)).toMatchObject({
    subject: 'Payout destination removed',
    text: expect.stringMatching(asked),
  })
})

test('a deleted account: when it was asked for, not when all was erased', async () => {
  const { uid, email, headers } = await createMember(app)
  const at = new Date(Date.now() - 5 * 60_000).toISOString()
  // Asked then from the start: a worker may erase before the row is changed.
  await owner.query(`alter table deletion alter column requested_at set default '${at}'`)
  const deleted = await send('DELETE', `/api/v1/users/${uid}`, { payload: { confirmation: email }, headers })
  expect(deleted.statusCode, deleted.body).toBe(202)
  await owner.query('alter table deletion alter column requested_at set default now()')
  const farewell = await vi.waitFor(
    async () => {
      await app.jobs.run('erase-members')
      const mails = await mailsTo(app, email)
      return mails.find(({ subject }) => subject === 'Your Crels account is deleted')!.text
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(farewell).toMatch(asked)
  expect(farewell).toContain(` at ${at.slice(11, 16)} (UTC)`)
})

test('an account elsewhere that signs in no more', async () => {
  const member = await createMember(app)
  await owner.query(
    `insert into identity.auth_account (id, account_id, provider_id, user_id, updated_at) values ($1, $1, $2, $3, now())`,
    [newId('member'), issuer.keys.issuer, member.uid],
  )
  const { headers } = member
  expect((await send('DELETE', '/identity/social/oidc', { headers })).statusCode).toBe(204)
  const mail = await newest(member)
  expect(mail.subject).toContain('no longer sign in')
  expect(mail.text).toMatch(asked)
})
