import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('an operator removes second factors by name and reason; the member is mailed and signs in by password', async () => {
  const member = await createMember(app)
  await addAuthenticator(app, member)
  const found = await app.members.removeSecondFactors(member.email, 'phone lost', 'Kim')
  expect(found.events[0]).toMatchObject({ kind: 'second_factors_removed', note: 'Kim: phone lost' })
  const [mail] = await mailsTo(app, member.email)
  expect(mail!.subject).toBe('Support removed your second factors')
  const { email, password } = member
  const payload = { email, password }
  const signIn = await app.server.inject({ method: 'POST', url: '/identity/sign-in', payload })
  expect(signIn.statusCode).toBe(200)
  const { headers } = member
  const factors = await app.server.inject({ url: '/identity/second-factors', headers })
  expect(factors.json()).toEqual({ authenticator: null, recoveryCodesLeft: 0 })
  // An operator's note is not the member's to read.
  const security = await app.server.inject({ url: '/identity/security', headers })
  expect(security.body).not.toContain('phone lost')
})

test('refuses where there is none', async () => {
  const { uid } = await createMember(app)
  await expect(app.members.removeSecondFactors(uid, 'phone lost', 'Kim')).rejects.toThrow('no second factor')
})

test('taking an account back removes a second factor added since, which would keep its owner out', async () => {
  const member = await createMember(app)
  const undo = await changeAddress(member)
  await addAuthenticator(app, member)
  const recovered = await post('/identity/email/recover', { token: undo })
  expect(recovered.statusCode, recovered.body).toBe(200)
  const { email, resetToken } = recovered.json()
  const password = 'a new horse'
  await post('/identity/reset/confirm', { token: resetToken, password })
  expect((await post('/identity/sign-in', { email, password })).statusCode).toBe(200)
})

test('taking an account back keeps a second factor from before', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  const undo = await changeAddress(member)
  const { email, resetToken } = (await post('/identity/email/recover', { token: undo })).json()
  const password = 'a new horse'
  await post('/identity/reset/confirm', { token: resetToken, password })
  const begun = await post('/identity/sign-in', { email, password })
  expect(begun.json().code).toBe('second_step_required')
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!
  const finished = await post('/identity/second-step', { code: codeOf(authenticator) }, { cookie })
  expect(finished.statusCode).toBe(200)
})

const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })

/** Changes a verified address; answers the token that undoes it. */
async function changeAddress({ email, headers, cookie }: TestMember): Promise<string> {
  const next = `next-${email}`
  await post('/identity/email/change', { email: next }, headers)
  await post('/identity/verification/confirm', { token: tokenOf((await mailsTo(app, next))[0]!) }, { cookie })
  const undo = (await mailsTo(app, email)).find(({ links }) => links.some((link) => link.includes('recover')))
  return tokenOf(undo!)
}
