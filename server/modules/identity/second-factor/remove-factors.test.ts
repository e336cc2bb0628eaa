import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { createPasskey } from '#testing/passkeys.ts'
import { addAuthenticator, codeOf, type TestAuthenticator } from '#testing/second-factors.ts'
import { testActor } from '#testing/operators.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

test('an operator removes second factors by name and reason; every session ends, the member is mailed and signs in by password', async () => {
  const member = await createMember(app)
  await addAuthenticator(app, member)
  const found = await app.members.removeSecondFactors(testActor, member.email, 'phone lost')
  expect(found.events[0]).toMatchObject({ kind: 'second_factors_removed', note: 'test: phone lost' })
  const [mail] = await mailsTo(app, member.email)
  expect(mail!.subject).toBe('Support removed your second factors')
  expect(mail!.text).toContain('signed out everywhere')
  expect(found.sessions).toEqual([])
  const ended = await app.server.inject({ url: '/identity/second-factors', headers: member.headers })
  expect(ended.json().code).toBe('user_token_expired')
  const { email, password } = member
  const payload = { email, password }
  const signIn = await app.server.inject({ method: 'POST', url: '/identity/sign-in', payload })
  expect(signIn.statusCode).toBe(200)
  const headers = { authorization: `Bearer ${signIn.json().accessToken}` }
  const factors = await app.server.inject({ url: '/identity/second-factors', headers })
  expect(factors.json()).toEqual({ authenticator: null, passkeys: [], recoveryCodesLeft: 0 })
  // An operator's note is not the member's to read.
  const security = await app.server.inject({ url: '/identity/security', headers })
  expect(security.body).not.toContain('phone lost')
})

test.each(['member', 'operator'] as const)(
  'browsers that passed a second factor are forgotten as such once the %s removes the last one',
  async (by) => {
    const member = await createMember(app)
    const authenticator = await addAuthenticator(app, member)
    const begun = await post('/identity/sign-in', { email: member.email, password: member.password })
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!
    const signedIn = await post('/identity/second-step', { code: codeOf(authenticator) }, { cookie })
    expect(signedIn.statusCode, signedIn.body).toBe(200)
    expect(await factorBrowsers(member)).toBe(1)
    const headers = { authorization: `Bearer ${signedIn.json().accessToken}` }
    if (by === 'operator') await app.members.removeSecondFactors(testActor, member.email, 'phone lost')
    else {
      const removed = await app.server.inject({ method: 'DELETE', url: '/identity/authenticator', headers })
      expect(removed.statusCode, removed.body).toBe(204)
    }
    expect(await factorBrowsers(member)).toBe(0)
  },
)

test('a removal that is cut off has its entry, and a repetition does it', async () => {
  const member = await createMember(app)
  await addAuthenticator(app, member)
  const remove = async () => await app.members.removeSecondFactors(testActor, member.uid, 'phone lost')
  await owner.query(`
    create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
    create trigger cut_off before delete on identity.authenticator execute function cut_off()`)
  try {
    await expect(remove()).rejects.toThrow('cut off')
  } finally {
    await owner.query('drop function cut_off cascade')
  }
  const entries = async () => {
    const { rows } = await owner.query<{ key: string }>(
      `select member_key as key from audit_entry where action = 'member.remove-second-factors' order by seq`,
    )
    return rows.filter(({ key }) => key === rows.at(-1)!.key).length
  }
  expect(await entries()).toBe(1)
  expect((await remove()).secondFactors).toMatchObject({ hasAuthenticator: false })
  expect(await entries()).toBe(2)
})

test('refuses where there is none', async () => {
  const { uid } = await createMember(app)
  await expect(app.members.removeSecondFactors(testActor, uid, 'phone lost')).rejects.toThrow(
    'no second factor',
  )
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

test('taking an account back removes a second factor added in the two weeks before the change, too', async () => {
  const member = await createMember(app)
  await proveFactor(member, await addAuthenticator(app, member))
  const undo = await changeAddress(member)
  const { email, resetToken } = (await post('/identity/email/recover', { token: undo })).json()
  const password = 'a new horse'
  await post('/identity/reset/confirm', { token: resetToken, password })
  expect((await post('/identity/sign-in', { email, password })).statusCode).toBe(200)
})

test('a thief’s own recover link does not remove a second factor from before the address was theirs', async () => {
  const member = await createMember(app)
  await proveFactor(member, await addAuthenticator(app, member))
  await changeAddress(member)
  const theirs = await changeAddress({ ...member, email: `next-${member.email}` })
  const { email, resetToken } = (await post('/identity/email/recover', { token: theirs })).json()
  const password = 'thief horse'
  await post('/identity/reset/confirm', { token: resetToken, password })
  const signIn = await post('/identity/sign-in', { email, password })
  expect(signIn.json().code).toBe('second_step_required')
})

test('the mail about a new second factor takes the account back for 14 days', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  const mail = (await mailsTo(app, member.email))[0]!
  expect(mail.subject).toBe('An authenticator app was added')
  expect(mail.text).toContain('14 days')
  // What a thief does next voids nothing of it.
  const next = { current: member.password, next: 'thief horse' }
  expect((await post('/identity/password', next, member.headers)).statusCode).toBe(204)
  await proveFactor(member, authenticator)
  await changeAddress(member)
  const recovered = await post('/identity/email/recover', { token: tokenOf(mail) })
  expect(recovered.statusCode, recovered.body).toBe(200)
  const { email, resetToken } = recovered.json()
  expect(email).toBe(member.email)
  expect((await post('/identity/refresh', {}, { cookie: member.cookie })).json().code).toBe(
    'user_token_expired',
  )
  const password = 'mine again'
  await post('/identity/reset/confirm', { token: resetToken, password })
  expect((await post('/identity/sign-in', { email, password })).statusCode).toBe(200)
  const again = await post('/identity/email/recover', { token: tokenOf(mail) })
  expect(again.json().code).toBe('invalid_action_code')
})

test('that mail removes what was added since, and no second factor from before', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  const { rows } = await owner.query('select secret_sealed from identity.authenticator where uid = $1', [
    member.uid,
  ])
  expect(rows).toHaveLength(1)
  const link = tokenOf((await mailsTo(app, member.email))[0]!)
  // As if the link were of a second factor that was added an hour after this one.
  await owner.query(
    `update identity.action_link set made_at = made_at + interval '1 hour' where uid = $1 and purpose = 'recover_factors'`,
    [member.uid],
  )
  const { email, resetToken } = (await post('/identity/email/recover', { token: link })).json()
  const password = 'mine again'
  await post('/identity/reset/confirm', { token: resetToken, password })
  const begun = await post('/identity/sign-in', { email, password })
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!
  expect((await post('/identity/second-step', { code: codeOf(authenticator) }, { cookie })).statusCode).toBe(
    200,
  )
})

test('the mail about new recovery codes takes the account back and removes them; an older authenticator stays', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  await expireFactorLinks(member)
  await proveFactor(member, authenticator)
  const made = await post('/identity/recovery-codes', {}, member.headers)
  expect(made.json().recoveryCodes).toHaveLength(10)
  const mail = (await mailsTo(app, member.email))[0]!
  expect(mail.subject).toBe('New recovery codes were created')
  expect(mail.text).toContain('14 days')
  const cookie = await begunAfter(tokenOf(mail))
  const byThief = await post(
    '/identity/second-step',
    { recoveryCode: made.json().recoveryCodes[0] },
    { cookie },
  )
  expect(byThief.json().code).toBe('invalid_verification_code')
  const { rows } = await owner.query('select from identity.recovery_code where uid = $1', [member.uid])
  expect(rows).toHaveLength(0)
  const finished = await post('/identity/second-step', { code: codeOf(authenticator) }, { cookie })
  expect(finished.statusCode, finished.body).toBe(200)
})

test('the newest of these mails removes what the older ones would, as long as they work', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  await proveFactor(member, authenticator)
  await createPasskey(app, member)
  const mail = (await mailsTo(app, member.email))[0]!
  expect(mail.subject).toBe('A passkey was added')
  const recovered = await post('/identity/email/recover', { token: tokenOf(mail) })
  const { email, resetToken } = recovered.json()
  const password = 'mine again'
  await post('/identity/reset/confirm', { token: resetToken, password })
  const signIn = await post('/identity/sign-in', { email, password })
  expect(signIn.statusCode, signIn.body).toBe(200)
})

test('the newest of these mails keeps a second factor after its own mail expired', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  await expireFactorLinks(member)
  await proveFactor(member, authenticator)
  await createPasskey(app, member)
  const cookie = await begunAfter(tokenOf((await mailsTo(app, member.email))[0]!))
  const finished = await post('/identity/second-step', { code: codeOf(authenticator) }, { cookie })
  expect(finished.statusCode, finished.body).toBe(200)
})

test('a new second factor does not keep its member from deleting the account', async () => {
  const member = await createMember(app)
  await addAuthenticator(app, member)
  const { headers } = member
  const view = await app.server.inject({ url: `/api/v1/users/${member.uid}/deletion`, headers })
  expect(view.json().blocked).toBeNull()
})

test('taking an account back keeps a second factor from long before', async () => {
  const member = await createMember(app)
  const authenticator = await addAuthenticator(app, member)
  await owner.query(
    `update identity.authenticator set confirmed_at = confirmed_at - interval '15 days' where uid = $1`,
    [member.uid],
  )
  await proveFactor(member, authenticator)
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

/** Proves the second factor for the member's session, by a recovery code: one of the app is used up by that. */
async function proveFactor({ headers }: TestMember, { recoveryCodes }: TestAuthenticator): Promise<void> {
  const proved = await post('/identity/second-factors/proof', { recoveryCode: recoveryCodes[0] }, headers)
  expect(proved.statusCode, proved.body).toBe(204)
}

/** How many browsers have guesses of their own, since they passed a second factor of the account. */
const factorBrowsers = async ({ uid }: TestMember) =>
  (
    await owner.query('select from identity.device_proof where uid = $1 and second_factor_at is not null', [
      uid,
    ])
  ).rowCount

/** Lets the two weeks pass in which the mail about a second factor takes the account back. */
const expireFactorLinks = async ({ uid }: TestMember) =>
  await owner.query(
    `update identity.action_link set expires_at = now() where uid = $1 and purpose = 'recover_factors'`,
    [uid],
  )

/** Takes an account back with another password; answers the cookie of a sign-in that waits for its second step. */
async function begunAfter(token: string): Promise<string> {
  const { email, resetToken } = (await post('/identity/email/recover', { token })).json()
  const password = 'mine again'
  await post('/identity/reset/confirm', { token: resetToken, password })
  const begun = await post('/identity/sign-in', { email, password })
  expect(begun.json().code).toBe('second_step_required')
  return String(begun.headers['set-cookie']).split(';')[0]!
}

/** Changes a verified address; answers the token that undoes it. */
async function changeAddress({ email, headers, cookie }: TestMember): Promise<string> {
  const next = `next-${email}`
  await post('/identity/email/change', { email: next }, headers)
  await post('/identity/verification/confirm', { token: tokenOf((await mailsTo(app, next))[0]!) }, { cookie })
  const undo = (await mailsTo(app, email)).find(({ links }) => links.some((link) => link.includes('recover')))
  return tokenOf(undo!)
}
