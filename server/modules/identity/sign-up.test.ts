import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { cookieOf, createMember, mailsTo } from '#testing/members.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const signUp = async (payload: object) =>
  await app.server.inject({ method: 'POST', url: '/identity/sign-up', payload })

test('creates an account, signs in and mails a link and a code', async () => {
  const response = await signUp({ email: 'Ada@Example.com', password: 'secret', displayName: 'Ada' })
  expect(response.statusCode, response.body).toBe(201)
  expect(response.json()).toEqual({
    user: {
      uid: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
      email: 'ada@example.com',
      emailVerified: false,
      displayName: 'Ada',
      photoURL: null,
    },
    accessToken: expect.any(String),
    expiresInSec: 3600,
  })
  expect(response.headers['set-cookie']).toMatch(
    /^crels_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect(cookieOf(response.headers['set-cookie'])).toContain('crels_session=')
  const [mail] = await mailsTo(app, 'ada@example.com')
  expect(mail).toMatchObject({ to: 'ada@example.com', code: expect.stringMatching(/^\d{6}$/) })
  expect(mail!.links).toEqual([
    expect.stringMatching(/^http:\/\/localhost:3000\/signup\/email-verification\?token=[\w-]{43}$/),
  ])
})

test('a verified member calls the API and is provisioned by the first call', async () => {
  const member = await createMember(app, { displayName: 'Grace' })
  const response = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toMatchObject({ uid: member.uid, displayName: 'Grace', email: member.email })
})
