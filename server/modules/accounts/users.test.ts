import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { resetClock } from '#server/platform/clock.ts'
import { completeProfile, createMember } from '#testing/members.ts'
import { memberProfile } from './public.ts'
import { app, getUser, openApp, owner, patchUser, profile } from './users.fixture.ts'

openApp()

test('saves the whole profile, completes it, and updates the identity provider', async () => {
  const member = await createMember(app)
  const response = await patchUser(member, { ...completeProfile, timeZone: 'Europe/Berlin' })
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
  expect((await patchUser(member, before)).json()).toEqual(before)
  const response = await patchUser(member, { ...before, fullName: 'Grace Hopper' })
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
  const response = await patchUser(member, { fullName: 'Changed', ...change })
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
  const response = await patchUser(member, { fullName: 'Changed', ...change })
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
  expect((await patchUser(member, { channels })).json().channels).toEqual(kept)

  const old = [{ platform: 'discord', address: 'Ada#1234' }]
  await owner.query('update member set channels = $2 where uid = $1', [member.uid, JSON.stringify(old)])
  expect((await patchUser(member, { channels: [...old, ...kept] })).json().channels).toEqual([
    ...old,
    ...kept,
  ])
  expect((await patchUser(member, { channels: [{ platform: 'x', address: 'Ada#1234' }] })).statusCode).toBe(
    422,
  )
})

test('name and photo of the account are those of the profile', async () => {
  const member = await createMember(app, { profile: completeProfile })
  const patch = async (payload: object, headers: object = member.headers) =>
    await app.server.inject({ method: 'PATCH', url: '/identity/profile', payload, headers: { ...headers } })
  const response = await patch({ displayName: 'Countess' })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toEqual({
    uid: member.uid,
    email: member.email,
    emailVerified: true,
    displayName: 'Countess',
    photoURL: null,
  })
  expect((await profile(member)).displayName).toBe('Countess')
  const before = await profile(member)
  for (const wrong of [
    { email: 'a@b.example' },
    { displayName: 'x'.repeat(61) },
    { photoURL: 'https://a.example/b.png' },
  ])
    expect((await patch(wrong)).json()).toMatchObject({ status: 422, code: 'validation_failed' })
  expect((await patch({ displayName: 'Nobody' }, {})).statusCode).toBe(401)
  expect(await profile(member)).toEqual(before)
})

test('an invited person sees name and photo only where the member allows it', async () => {
  const member = await createMember(app, { profile: completeProfile })
  const { shortId, displayName, shownToInvited } = await profile(member)
  const read = async () => await app.server.inject({ url: `/api/v1/public/users/${shortId}` })
  expect(shownToInvited).toBe(false)
  expect((await read()).json()).toEqual({ shortId, displayName: null, photoURL: null })
  expect((await patchUser(member, { shownToInvited: true })).json().shownToInvited).toBe(true)
  expect((await read()).json()).toEqual({ shortId, displayName, photoURL: null })
  // Nothing else of the profile is there, and nothing of who is disabled or never was.
  await owner.query("update member set state = 'disabled' where uid = $1", [member.uid])
  expect((await read()).json()).toMatchObject({ status: 404, code: 'not_found' })
  expect((await app.server.inject({ url: '/api/v1/public/users/zzzzzzzz' })).statusCode).toBe(404)
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
  const response = await patchUser(member, blanks)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({ ...blanks, fullName: '' })
  expect(response.json().profileCompletion.completionPercentage).toBe(13)
  for (const [field, percentage] of [
    ['gender', 25],
    ['countryOfResidence', 38],
  ] as const) {
    const filled = await patchUser(member, { [field]: completeProfile[field] })
    expect(filled.json().profileCompletion.completionPercentage).toBe(percentage)
  }
})

/** The day it was `years` ago, and `days` later. */
const yearsAgo = (years: number, days = 0) => {
  const day = new Date(app.clock.now().getTime() + days * 86_400_000)
  return `${day.getUTCFullYear() - years}${day.toISOString().slice(4, 10)}`
}

test('a person who is 13 today may join, one who is 13 tomorrow may not, and an empty field is a blank', async () => {
  const member = await createMember(app)
  // Of a day that every year has, and not near its end.
  await sql`update clock_offset set shift = timestamptz '2027-06-15 12:00Z' - clock_timestamp()`.execute(
    app.db,
  )
  await app.clock.follow(app.db)
  const old = yearsAgo(13)
  expect((await patchUser(member, { birthday: old })).json().birthday).toBe(old)
  const young = await patchUser(member, { birthday: yearsAgo(13, 1) })
  expect(young.json()).toMatchObject({
    status: 422,
    code: 'validation_failed',
    issues: [{ path: 'body.birthday', code: 'too_young', message: 'A member is at least 13 years old' }],
  })
  expect((await patchUser(member, { birthday: '' })).json().birthday).toBeNull()
  await resetClock(app.db)
  await app.clock.follow(app.db)
})

test('a birthday from before the setting can be sent back with other changes', async () => {
  const member = await createMember(app)
  const birthday = `${new Date().getUTCFullYear() - 12}-01-01`
  await getUser(member)
  await owner.query('update member set birthday = $2 where uid = $1', [member.uid, birthday])
  const response = await patchUser(member, { ...(await profile(member)), fullName: 'Young Ada' })
  expect(response.json()).toMatchObject({ birthday, fullName: 'Young Ada' })
})

test('changes at the same moment to different fields all stay', async () => {
  const member = await createMember(app)
  const fields = Object.entries(completeProfile)
  await Promise.all(fields.map(async ([field, value]) => await patchUser(member, { [field]: value })))
  expect(await profile(member)).toMatchObject(completeProfile)
})

test('text of any kind comes back as it was sent', async () => {
  const member = await createMember(app)
  const fullName = `O'Brien "Ünï" <b> \\ 𝒵 ; drop table member; --`
  expect((await patchUser(member, { fullName })).json().fullName).toBe(fullName)
  expect((await profile(member)).fullName).toBe(fullName)
})

test('another’s profile is forbidden, whether it exists or not', async () => {
  const [me, other] = [await createMember(app), await createMember(app)]
  await getUser(other)
  for (const uid of [other.uid, `usr_${randomBytes(16).toString('hex')}`, 'nobody', '%00']) {
    const url = { uid, headers: me.headers }
    const status = uid === '%00' ? 400 : 403
    expect((await getUser(url)).statusCode).toBe(status)
    expect((await patchUser(url, { fullName: 'Mine now' })).statusCode).toBe(status)
  }
  expect((await profile(other)).fullName).toBeNull()
})

test('an absent profile is 404', async () => {
  const member = await createMember(app)
  expect((await getUser(member)).statusCode).toBe(200)
  // The news of the verification may still be under way; when it comes the member is looked up, and made, again.
  const asked = async () => {
    await owner.query('delete from member where uid = $1', [member.uid])
    return [await getUser(member), await patchUser(member, { fullName: 'x' })].map(
      (response) => response.json().code,
    )
  }
  await expect.poll(asked).toEqual(['not_found', 'not_found'])
})

test('refuses to read and write without a bearer', async () => {
  const { uid } = await createMember(app)
  for (const response of [
    await getUser({ uid, headers: {} as never }),
    await patchUser({ uid, headers: {} as never }, {}),
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
