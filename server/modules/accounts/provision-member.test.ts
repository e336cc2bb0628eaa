import { expect, test } from 'vitest'
import type { User } from '#contracts/users.schemas.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import { createMember } from '#testing/members.ts'
import { findMember, provisionMember } from './public.ts'
import { app, openApp, owner, profile } from './users.fixture.ts'

openApp()

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
    shownToInvited: false,
    hiddenOnLeaderboard: false,
    language: 'en',
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
  } satisfies Record<Exclude<keyof User, 'toAgree'>, unknown>)
})

test('twenty first calls at once make one member', async () => {
  const member = await createMember(app, { verified: false })
  const shortIds = (await Promise.all(Array.from({ length: 20 }, async () => await profile(member)))).map(
    ({ shortId }) => shortId,
  )
  expect(new Set(shortIds).size).toBe(1)
  const { rows } = await owner.query('select party from member where uid = $1', [member.uid])
  expect(rows).toEqual([{ party: expect.stringMatching(/^pty_[0-9a-f]{32}$/) }])
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

test('tokens issued before a revocation are refused', async () => {
  const member = await createMember(app)
  // A provider whose sessions we do not see: only the time of issue decides.
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
