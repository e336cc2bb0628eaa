import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { createMember, mailsTo, noticesTo, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const signIn = async ({ email, password }: TestMember) =>
  await app.server.inject({ method: 'POST', url: '/identity/sign-in', payload: { email, password } })
const profile = async ({ uid, headers }: TestMember) =>
  (await app.server.inject({ url: `/api/v1/users/${uid}`, headers })).json()
const refresh = async ({ cookie }: TestMember) =>
  (await app.server.inject({ method: 'POST', url: '/identity/refresh', headers: { cookie } })).json()

test('shows an account by uid or address, in any case of letters', async () => {
  const member = await createMember(app, { displayName: 'Ada' })
  const shown = await app.members.show(testActor, member.email.toUpperCase())
  expect(shown).toMatchObject({
    uid: member.uid,
    email: member.email,
    emailVerified: true,
    displayName: 'Ada',
    state: 'active',
    sessions: [{ country: null, lastSeenAt: expect.any(Date) }],
    events: [],
  })
  expect(await app.members.show(testActor, member.uid)).toEqual(shown)
})

test('disables: the token, the session and a new sign-in are refused at once; enabling restores access', async () => {
  const member = await createMember(app)
  expect(await profile(member)).toMatchObject({ uid: member.uid })
  expect(await app.members.disable(testActor, member.email, 'sold clicks')).toMatchObject({
    state: 'disabled',
  })
  // Mailed with the act.
  expect((await mailsTo(app, member.email)).map(({ subject }) => subject)).toContain(
    'Your account is disabled',
  )
  expect((await profile(member)).code).toBe('user_disabled')
  expect((await refresh(member)).code).toBe('user_disabled')
  expect((await signIn(member)).json()).toMatchObject({ status: 403, code: 'user_disabled' })
  const enabled = await app.members.enable(testActor, member.uid, 'it was somebody else')
  expect(enabled.state).toBe('active')
  expect(enabled.events.map(({ kind, note }) => [kind, note])).toEqual([
    ['enabled', 'it was somebody else'],
    ['disabled', 'sold clicks'],
  ])
  expect((await refresh(member)).code).toBe('user_token_expired')
  expect((await profile(member)).code).toBe('user_token_expired')
  expect((await signIn(member)).statusCode).toBe(200)
  // The member hears of both, without what was written for the log.
  const { rows } = await sql<{ facts: object }>`
    select facts from notification where uid = ${member.uid} order by id`.execute(app.db)
  expect(rows.map(({ facts }) => facts)).toEqual([{ state: 'disabled' }, { state: 'active' }])
  // And not once more by the job.
  const notices = (await noticesTo(app, member)).map(({ subject }) => subject)
  expect(notices.toSorted()).toEqual(['Your account is disabled', 'Your account works again'])
})

test('what a kill kept from the history of an account is recorded by a repetition, once', async () => {
  const { uid } = await createMember(app)
  const disable = async () =>
    (await app.members.disable(testActor, uid, 'spam')).events.map(({ kind }) => kind)
  expect(await disable()).toEqual(['disabled'])
  await askServer(app.databaseUrl, `delete from identity.security_event where uid = $1`, { values: [uid] })
  expect(await disable()).toEqual(['disabled'])
  expect(await disable()).toEqual(['disabled'])
})

test('disables a member who has never called the product', async () => {
  const member = await createMember(app, { verified: false })
  await app.members.disable(testActor, member.uid, 'spam')
  expect((await signIn(member)).json().code).toBe('user_disabled')
})

test('signs out everywhere, and the member may come back', async () => {
  const member = await createMember(app)
  expect(await app.members.signOut(testActor, member.uid)).toMatchObject({ state: 'active', sessions: [] })
  expect((await profile(member)).code).toBe('user_token_expired')
  expect((await signIn(member)).statusCode).toBe(200)
})

test.each(['nobody@example.com', 'usr_nobody', ''])('says that there is no account %j', async (who) => {
  await expect(app.members.show(testActor, who)).rejects.toThrow(`There is no account ${who}`)
  await expect(app.members.disable(testActor, who, 'x')).rejects.toThrow('There is no account')
})
