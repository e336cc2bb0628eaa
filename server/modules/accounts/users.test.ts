import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#contracts/users.responses.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { findMember, memberProfile, provisionMember } from './public.ts'

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

const get = async ({ uid, headers }: Pick<TestMember, 'uid' | 'headers'>) =>
  await app.server.inject({ url: `/api/v1/users/${uid}`, headers })
const patch = async ({ uid, headers }: Pick<TestMember, 'uid' | 'headers'>, payload: unknown) =>
  await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${uid}`,
    headers,
    payload: payload as object,
  })
const profile = async (member: TestMember) => (await get(member)).json() as User

test('the first call makes the member: names from the provider, ids of our own', async () => {
  const member = await createMember(app, { displayName: 'Ada' })
  expect(await profile(member)).toEqual({
    uid: member.uid,
    fullName: null,
    displayName: 'Ada',
    email: member.email,
    birthday: null,
    gender: null,
    countryOfResidence: null,
    industries: [],
    channels: [],
    shortId: expect.stringMatching(/^[2-9b-z]{8}$/),
    photoURL: null,
    timeZone: null,
    ageMin: 13,
    gamification: { invitedBy: null },
    profileCompletion: {
      isComplete: false,
      completionPercentage: 25,
      missingFields: expect.any(Array),
      completedFields: [
        { field: 'email', label: 'Email Address' },
        { field: 'displayName', label: 'Display Name' },
      ],
    },
  } satisfies Record<keyof User, unknown>)
})

test('twenty first calls at once make one member', async () => {
  const member = await createMember(app, { verified: false })
  const shortIds = (await Promise.all(Array.from({ length: 20 }, async () => await profile(member)))).map(
    ({ shortId }) => shortId,
  )
  expect(new Set(shortIds).size).toBe(1)
  const { rows } = await owner.query('select subject from member where uid = $1', [member.uid])
  expect(rows).toEqual([{ subject: expect.stringMatching(/^sub_[0-9a-f]{32}$/) }])
})

test('members of another provider get a uid of ours, keyed by issuer and subject and never by address', async () => {
  const token = {
    iss: 'https://issuer.example',
    sub: 'someone',
    sessionId: 's',
    email: 'same@example.com',
    emailVerified: true,
    displayName: null,
    photoURL: null,
    issuedAt: new Date(),
    signedInAt: null,
  }
  const races = await Promise.all(
    Array.from({ length: 10 }, async () => await provisionMember(app.db, token)),
  )
  expect(new Set(races.map(({ uid }) => uid)).size).toBe(1)
  expect(races[0]!.uid).toMatch(/^usr_[0-9a-f]{32}$/)
  const other = await provisionMember(app.db, { ...token, iss: 'https://other.example' })
  expect(other.uid).not.toBe(races[0]!.uid)
  const moved = await provisionMember(app.db, { ...token, email: 'new@example.com' })
  expect([moved.uid, moved.email]).toEqual([races[0]!.uid, 'new@example.com'])
  expect((await findMember(app.db, moved.uid))!.email).toBe('new@example.com')
})

test('saves the whole profile, completes it, and tells the identity provider', async () => {
  const member = await createMember(app)
  const response = await patch(member, { ...completeProfile, timeZone: 'Europe/Berlin' })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({ ...completeProfile, timeZone: 'Europe/Berlin' })
  expect(response.json().profileCompletion).toMatchObject({
    isComplete: true,
    completionPercentage: 100,
    missingFields: [],
  })
  expect(await profile(member)).toEqual(response.json())
  const refreshed = await app.server.inject({
    method: 'POST',
    url: '/identity/refresh',
    headers: { cookie: member.cookie },
  })
  expect(refreshed.json().user.displayName).toBe('Ada')
  expect(await memberProfile(app.db, member.uid)).toMatchObject({
    country: 'DE',
    channels: completeProfile.channels,
    shortId: response.json().shortId,
    isComplete: true,
    state: 'active',
  })
})

test('a profile read and sent back whole is accepted, with one change or none', async () => {
  const member = await createMember(app, { profile: completeProfile })
  const before = await profile(member)
  expect((await patch(member, before)).json()).toEqual(before)
  const response = await patch(member, { ...before, fullName: 'Grace Hopper' })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ ...before, fullName: 'Grace Hopper' })
})

test.each([
  { uid: 'usr_0' },
  { email: 'other@example.com' },
  { email: null },
  { shortId: 'zzzzzzzz' },
  { gamification: { invitedBy: 'zzzzzzzz' } },
  { gamification: {} },
  { profileCompletion: { isComplete: true } },
])('refuses the read-only %j and writes nothing', async (change) => {
  const member = await createMember(app)
  const before = await profile(member)
  const response = await patch(member, { fullName: 'Changed', ...change })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'field_read_only', fields: Object.keys(change) })
  expect(await profile(member)).toEqual(before)
})

test.each([
  [{ birthday: '1990-02-30' }, 'body.birthday'],
  [{ birthday: '1899-12-31' }, 'body.birthday'],
  [{ birthday: '2999-01-01' }, 'body.birthday'],
  [{ birthday: '17.05.1990' }, 'body.birthday'],
  [{ birthday: 643_000_000 }, 'body.birthday'],
  [{ gender: 'unlisted' }, 'body.gender'],
  [{ countryOfResidence: 'XX' }, 'body.countryOfResidence'],
  [{ countryOfResidence: 'de' }, 'body.countryOfResidence'],
  [{ countryOfResidence: 'DEU' }, 'body.countryOfResidence'],
  [{ industries: ['alchemy'] }, 'body.industries.0'],
  [{ industries: 'technology' }, 'body.industries'],
  [{ industries: null }, 'body.industries'],
  [{ channels: [{ platform: 'myspace', address: 'x' }] }, 'body.channels.0.platform'],
  [{ channels: [{ platform: 'youtube', address: '  ' }] }, 'body.channels.0.address'],
  [
    { channels: [{ platform: 'youtube', address: 'https://www.instagram.com/ada' }] },
    'body.channels.0.address',
  ],
  [{ channels: [{ platform: 'blog', address: '@ada' }] }, 'body.channels.0.address'],
  [{ channels: Array.from({ length: 21 }, () => ({ platform: 'youtube', address: 'x' })) }, 'body.channels'],
  [{ fullName: 'x'.repeat(121) }, 'body.fullName'],
  [{ displayName: 'x'.repeat(61) }, 'body.displayName'],
  [{ timeZone: 'Mars/Olympus' }, 'body.timeZone'],
  [{ timeZone: '+02:00' }, 'body.timeZone'],
  [{ photoURL: 'https://elsewhere.example/me.png' }, 'body.photoURL'],
  [{ favouriteColour: 'green' }, 'body.favouriteColour'],
  [{ __proto__x: 1, constructor: 1 }, 'body.__proto__x'],
])('refuses %j and writes nothing', async (change, path) => {
  const member = await createMember(app)
  const before = await profile(member)
  const response = await patch(member, { fullName: 'Changed', ...change })
  expect(response.statusCode, response.body).toBe(422)
  expect(response.json().code).toBe('validation_failed')
  expect(response.json().issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await profile(member)).toEqual(before)
})

test('a channel is kept in one form and once; one from before stays', async () => {
  const member = await createMember(app)
  const channels = [
    { platform: 'youtube', address: '@Ada' },
    { platform: 'youtube', address: 'https://m.youtube.com/@ada/videos' },
    { platform: 'x', address: 'twitter.com/ada' },
  ]
  const kept = [
    { platform: 'youtube', address: 'https://www.youtube.com/@ada' },
    { platform: 'x', address: 'https://x.com/ada' },
  ]
  expect((await patch(member, { channels })).json().channels).toEqual(kept)

  const old = [{ platform: 'discord', address: 'Ada#1234' }]
  await owner.query('update member set channels = $2 where uid = $1', [member.uid, JSON.stringify(old)])
  expect((await patch(member, { channels: [...old, ...kept] })).json().channels).toEqual([...old, ...kept])
  expect((await patch(member, { channels: [{ platform: 'x', address: 'Ada#1234' }] })).statusCode).toBe(422)
})

test('blanks are saved and count as missing', async () => {
  const member = await createMember(app, { profile: completeProfile })
  const blanks = {
    fullName: '   ',
    displayName: '',
    birthday: null,
    gender: '',
    countryOfResidence: '',
    industries: [],
    channels: [],
    timeZone: '',
  }
  const response = await patch(member, blanks)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({ ...blanks, fullName: '' })
  expect(response.json().profileCompletion.completionPercentage).toBe(13)
  for (const [field, percentage] of [
    ['gender', 25],
    ['countryOfResidence', 38],
  ] as const) {
    const filled = await patch(member, { [field]: completeProfile[field] })
    expect(filled.json().profileCompletion.completionPercentage).toBe(percentage)
  }
})

/** The day it was `years` ago, and `days` later. */
const yearsAgo = (years: number, days = 0) => {
  const day = new Date(Date.now() + days * 86_400_000)
  return `${day.getUTCFullYear() - years}${day.toISOString().slice(4, 10)}`
}

test('who is 13 today may join, who is tomorrow may not, and an empty field is a blank', async () => {
  const member = await createMember(app)
  const old = yearsAgo(13)
  expect((await patch(member, { birthday: old })).json().birthday).toBe(old)
  const young = await patch(member, { birthday: yearsAgo(13, 1) })
  expect(young.json()).toMatchObject({
    status: 422,
    code: 'validation_failed',
    issues: [{ path: 'body.birthday', code: 'too_young', message: 'A member is at least 13 years old' }],
  })
  expect((await patch(member, { birthday: '' })).json().birthday).toBeNull()
})

test('a birthday from before the setting can be sent back with other changes', async () => {
  const member = await createMember(app)
  const birthday = yearsAgo(12)
  await get(member)
  await owner.query('update member set birthday = $2 where uid = $1', [member.uid, birthday])
  const response = await patch(member, { ...(await profile(member)), fullName: 'Young Ada' })
  expect(response.json()).toMatchObject({ birthday, fullName: 'Young Ada' })
})

test('changes at the same moment to different fields all stay', async () => {
  const member = await createMember(app)
  const fields = Object.entries(completeProfile)
  await Promise.all(fields.map(async ([field, value]) => await patch(member, { [field]: value })))
  expect(await profile(member)).toMatchObject(completeProfile)
})

test('text of any kind comes back as it was sent', async () => {
  const member = await createMember(app)
  const fullName = `O'Brien "Ünï" <b> \\ 𝒵 ; drop table member; --`
  expect((await patch(member, { fullName })).json().fullName).toBe(fullName)
  expect((await profile(member)).fullName).toBe(fullName)
})

test('another’s profile is forbidden, whether it exists or not', async () => {
  const [me, other] = [await createMember(app), await createMember(app)]
  await get(other)
  for (const uid of [other.uid, `usr_${randomBytes(16).toString('hex')}`, 'nobody', '%00']) {
    const url = { uid, headers: me.headers }
    const status = uid === '%00' ? 400 : 403
    expect((await get(url)).statusCode).toBe(status)
    expect((await patch(url, { fullName: 'Mine now' })).statusCode).toBe(status)
  }
  expect((await profile(other)).fullName).toBeNull()
})

test('an absent profile is 404', async () => {
  const member = await createMember(app)
  expect((await get(member)).statusCode).toBe(200)
  // The news of the verification may still be under way; when it comes the member is looked up, and made, again.
  const asked = async () => {
    await owner.query('delete from member where uid = $1', [member.uid])
    return [await get(member), await patch(member, { fullName: 'x' })].map((response) => response.json().code)
  }
  await expect.poll(asked).toEqual(['not_found', 'not_found'])
})

test('nobody reads or writes without a bearer', async () => {
  const { uid } = await createMember(app)
  for (const response of [
    await get({ uid, headers: {} as never }),
    await patch({ uid, headers: {} as never }, {}),
  ])
    expect(response.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test.each([[[]], ['text'], [null], [undefined]])('refuses the body %j', async (payload) => {
  const member = await createMember(app)
  const response = await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${member.uid}`,
    headers: { ...member.headers, 'content-type': 'application/json' },
    payload: payload === undefined ? '' : JSON.stringify(payload),
  })
  expect([400, 422]).toContain(response.statusCode)
})

test('tokens issued before a revocation are refused', async () => {
  const member = await createMember(app)
  // A provider whose sessions we do not see: only the time of issue tells.
  const { createMemberDirectory, revokeTokens } = await import('./public.ts')
  const directory = createMemberDirectory(app.db)
  const token = {
    iss: embeddedIssuer,
    sub: member.uid,
    sessionId: 's',
    email: member.email,
    emailVerified: true,
    displayName: null,
    photoURL: null,
    issuedAt: new Date(Date.now() - 5_000),
    signedInAt: null,
  }
  expect((await directory.actorOf(token)).uid).toBe(member.uid)
  await revokeTokens(app.db, member.uid)
  directory.evict(`${embeddedIssuer} ${member.uid}`)
  await expect(directory.actorOf(token)).rejects.toMatchObject({ code: 'user_token_expired' })
  const later = { ...token, issuedAt: new Date(Math.floor(Date.now() / 1000) * 1000 + 1000) }
  expect((await directory.actorOf(later)).uid).toBe(member.uid)
})
