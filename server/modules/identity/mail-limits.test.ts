import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'

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

let networks = 0
const newNetwork = () => `198.51.${100 + Math.floor(networks / 250)}.${1 + (networks++ % 250)}`
const post = async (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers, remoteAddress: newNetwork() })
/** Does what waits, all at once. */
const mailJobs = async () => {
  const { rows } = await owner.query(
    `delete from pgboss.job where name = 'mail-account-action' returning data`,
  )
  await Promise.all(rows.map(async ({ data }) => await app.jobs.run('mail-account-action', data)))
}
/** A wish of a stranger, of a new network each time, after the wait between two mails. */
const ask = async (purpose: 'reset' | 'link', email: string, headers: Record<string, string> = {}) => {
  await owner.query(`update identity.action_code set sent_at = sent_at - interval '2 minutes'`)
  const { statusCode, body } = await post(`/identity/${purpose}/send`, { email }, headers)
  await mailJobs()
  return { statusCode, body }
}
const askAll = async (email: string, times: number) => {
  for (let n = 0; n < times; n++) {
    await ask('reset', email)
    await ask('link', email)
  }
}
const leave = async ({ uid, email, headers }: TestMember) => {
  const url = `/api/v1/users/${uid}`
  await app.server.inject({ method: 'DELETE', url, payload: { confirmation: email }, headers })
  await app.jobs.run('erase-members')
}
const ageLinks = async (uid: string, interval: string) =>
  await owner.query(`update identity.action_link set expires_at = expires_at - $2::interval where uid = $1`, [
    uid,
    interval,
  ])
test('a stranger asking a hundred mails of every kind gets ten a day to one address, and the same answer', async () => {
  const { email } = await createMember(app)
  const answers = new Set<string>()
  for (let n = 0; n < 100; n++) {
    const { statusCode, body } = await ask(n % 2 ? 'reset' : 'link', email)
    answers.add(`${statusCode} ${body}`)
  }
  expect(answers).toEqual(new Set(['202 ']))
  // The first was the member's own, of the sign-up.
  expect(await mailsTo(app, email)).toHaveLength(10)
})

test('aliases of one mailbox share one limit of mails, across accounts and purposes', async () => {
  const aliases = Array.from({ length: 15 }, (_, n) => `target+${n}@example.com`)
  const members = []
  for (const email of aliases.slice(0, 6)) members.push(await createMember(app, { email, verified: false }))
  for (const email of aliases) await ask('reset', email)
  const changer = await createMember(app, { verified: false })
  for (const email of ['target+a@example.com', 'target+b@example.com'])
    expect((await post('/identity/email/change', { email }, changer.headers)).statusCode).toBe(200)
  const mails = await Promise.all(
    [...aliases, 'target+a@example.com', 'target+b@example.com'].map(async (to) => await mailsTo(app, to)),
  )
  expect(mails.flat()).toHaveLength(10)
  // Further sign-ups get the usual answer, and share a reserve of three.
  const late = Array.from({ length: 6 }, (_, n) => `target+late${n}@example.com`)
  for (const email of late) {
    const { headers } = await createMember(app, { email, verified: false })
    await owner.query(`update identity.action_code set sent_at = sent_at - interval '2 minutes'`)
    expect((await post('/identity/verification/send', {}, headers)).statusCode).toBe(202)
  }
  expect((await Promise.all(late.map(async (to) => await mailsTo(app, to)))).flat()).toHaveLength(3)
})

test('a mailbox that strangers filled still gets the mail of its owner’s sign-up, and no third', async () => {
  for (let n = 0; n < 12; n++) await ask('reset', `newcomer+${n}@example.com`)
  const email = 'newcomer@example.com'
  const { uid, headers } = await createMember(app, { email, verified: false })
  expect(await mailsTo(app, email)).toHaveLength(1)
  const again = async () => {
    await owner.query(`update identity.action_code set sent_at = sent_at - interval '2 minutes'`)
    expect((await post('/identity/verification/send', {}, headers)).statusCode).toBe(202)
  }
  // A further wish makes the link that was mailed work for another hour; without one there is one mail more.
  await again()
  expect(await mailsTo(app, email)).toHaveLength(1)
  for (let n = 0; n < 3; n++) {
    await owner.query('delete from identity.action_link where uid = $1', [uid])
    await again()
  }
  expect(await mailsTo(app, email)).toHaveLength(2)
})

test('a link is put off within a day of its making, and not for ever', async () => {
  const member = await createMember(app)
  await askAll(member.email, 8)
  const mails = await mailsTo(app, member.email)
  const linkState = async () =>
    (
      await owner.query(
        `select expires_at > now() as alive from identity.action_link where uid = $1 order by position desc limit 1`,
        [member.uid],
      )
    ).rows[0]
  // Put off every half an hour, until a day has gone by.
  await owner.query(
    `update identity.action_link set made_at = made_at - interval '25 hours' where uid = $1`,
    [member.uid],
  )
  await ageLinks(member.uid, '3 hours')
  await ask('reset', member.email)
  const token = tokenOf(mails[0]!)
  const old = mails[0]!.links[0]!.includes('mode=link')
    ? await post('/identity/link/confirm', { token, email: member.email })
    : await post('/identity/reset/confirm', { token, password: 'a brand new horse' })
  expect(old.json().code).toBe('expired_action_code')
  // The owner has one of the reserve instead.
  expect(await mailsTo(app, member.email)).toHaveLength(mails.length + 1)
  expect(await linkState()).toEqual({ alive: true })
})

test('a link that was not mailed is not put off: after a recovery at the cap the owner gets a mail', async () => {
  const member = await createMember(app)
  const next = 'recovered-next@example.com'
  await post('/identity/email/change', { email: next }, member.headers)
  await post(
    '/identity/verification/confirm',
    { token: tokenOf((await mailsTo(app, next))[0]!) },
    {
      cookie: member.cookie,
    },
  )
  const undo = tokenOf((await mailsTo(app, member.email))[0]!)
  for (let n = 0; n < 12; n++) await ask('reset', member.email)
  expect((await post('/identity/email/recover', { token: undo })).statusCode).toBe(200)
  const { length } = await mailsTo(app, member.email)
  await ask('reset', member.email)
  const mails = await mailsTo(app, member.email)
  expect(mails).toHaveLength(length + 1)
  const reset = { token: tokenOf(mails[0]!), password: 'a brand new horse' }
  expect((await post('/identity/reset/confirm', reset)).statusCode).toBe(200)
})

test('a browser that finds its account’s mails used up loses none of its own', async () => {
  const member = await createMember(app)
  const cookies = []
  for (let n = 0; n < 4; n++) {
    const { email, password } = member
    const set = (await post('/identity/sign-in', { email, password })).headers['set-cookie'] as string[]
    cookies.push(set.find((each) => each.startsWith('crels_device='))!.split(';')[0]!)
  }
  for (const cookie of cookies.slice(0, 3))
    for (let n = 0; n < 10; n++) await ask('reset', member.email, { cookie })
  const { length } = await mailsTo(app, member.email)
  const late = { cookie: cookies[3]! }
  for (let n = 0; n < 10; n++) await ask('reset', member.email, late)
  expect(await mailsTo(app, member.email)).toHaveLength(length)
  // The day of the account ends before that of this browser.
  await owner.query(`update identity.limit_count set window_ends_at = now() where name = 'mail_account'`)
  for (let n = 0; n < 10; n++) await ask('reset', member.email, late)
  expect(await mailsTo(app, member.email)).toHaveLength(length + 10)
})

test('the wish of a verified member for another address is counted for that address', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, async () => await createMember(app)))
  const email = 'wanted@example.com'
  for (const { headers } of members)
    expect((await post('/identity/email/change', { email }, headers)).json()).toEqual({ pendingEmail: email })
  expect(await mailsTo(app, email)).toHaveLength(10)
  // A wish at the cap keeps the link that was mailed.
  const [newest] = await mailsTo(app, email)
  const asker = members[9]!
  await post('/identity/email/change', { email }, asker.headers)
  expect(await mailsTo(app, email)).toHaveLength(10)
  const followed = await post(
    '/identity/verification/confirm',
    { token: tokenOf(newest!) },
    { cookie: asker.cookie },
  )
  expect(followed.statusCode, followed.body).toBe(200)
})

test('at the cap the owner gets in by what was mailed, and a wish makes an expired link work again', async () => {
  const member = await createMember(app)
  await askAll(member.email, 8)
  const mails = await mailsTo(app, member.email)
  expect(mails).toHaveLength(10)
  const [newest, older] = mails
  await ageLinks(member.uid, '3 hours')
  await ask('reset', member.email)
  const signIn = async (mail: typeof newest) =>
    mail!.links[0]!.includes('mode=link')
      ? await post('/identity/link/confirm', { token: tokenOf(mail!), email: member.email })
      : await post('/identity/reset/confirm', { token: tokenOf(mail!), password: 'a brand new horse' })
  // Only the newest: what is older stays expired.
  expect((await signIn(older)).json().code).toBe('expired_action_code')
  const response = await signIn(newest)
  expect(response.statusCode, response.body).toBe(200)
})

test('an owner whose mailbox strangers filled through aliases still gets a link', async () => {
  const member = await createMember(app, { email: 'filled@example.com' })
  for (let n = 0; n < 12; n++) await ask('reset', `filled+${n}@example.com`)
  const before = (await mailsTo(app, member.email)).length
  await ask('link', member.email)
  const mails = await mailsTo(app, member.email)
  expect(mails).toHaveLength(before + 1)
  // Strangers make no more of it: there is a link by now.
  await askAll(member.email, 5)
  expect(await mailsTo(app, member.email)).toHaveLength(before + 1)
  const token = tokenOf(mails[0]!)
  expect((await post('/identity/link/confirm', { token, email: member.email })).statusCode).toBe(200)
})

test('a known browser has ten mails of its own a day, of a verified account only', async () => {
  const member = await createMember(app)
  const { email, password } = member
  const device = (await post('/identity/sign-in', { email, password })).headers['set-cookie'] as string[]
  const cookie = device.find((each) => each.startsWith('crels_device='))!.split(';')[0]!
  await askAll(email, 8)
  const before = (await mailsTo(app, email)).length
  for (let n = 0; n < 12; n++) await ask('reset', email, { cookie })
  expect((await mailsTo(app, email)).length - before).toBe(10)

  const other = await post('/identity/sign-up', { email: 'not-mine@example.com', password: 'correct horse' })
  const unproved = [other.headers['set-cookie']].flat().find((each) => each!.startsWith('crels_device='))!
  for (let n = 0; n < 15; n++) await ask('reset', 'not-mine@example.com', { cookie: unproved.split(';')[0]! })
  expect(await mailsTo(app, 'not-mine@example.com')).toHaveLength(10)
})

test('twenty requests at once, for one address and its aliases, send ten mails at most', async () => {
  const aliases = Array.from({ length: 20 }, (_, n) => `at-once+${n}@example.com`)
  await Promise.all(aliases.map(async (email) => await post('/identity/reset/send', { email })))
  await mailJobs()
  const mails = await Promise.all(aliases.map(async (to) => await mailsTo(app, to)))
  expect(mails.flat()).toHaveLength(10)
  const member = await createMember(app)
  await owner.query(`update identity.action_code set sent_at = sent_at - interval '2 minutes'`)
  await Promise.all(
    Array.from({ length: 20 }, async () => await post('/identity/reset/send', { email: member.email })),
  )
  await mailJobs()
  // One within the minute; those that were dropped are not counted.
  expect(await mailsTo(app, member.email)).toHaveLength(2)
  await askAll(member.email, 8)
  expect(await mailsTo(app, member.email)).toHaveLength(10)
})

test('addresses we know and others get as many mails and the same answers', async () => {
  const [known, unknown] = [(await createMember(app)).email, 'unknown-here@example.com']
  // As many as the sign-up took.
  await ask('reset', unknown)
  for (let n = 0; n < 14; n++) expect(await ask('reset', unknown)).toEqual(await ask('reset', known))
  expect((await mailsTo(app, unknown)).length).toBe((await mailsTo(app, known)).length)
})

test('a deletion mails no address that was never verified, and brings no further mails', async () => {
  const email = 'in-a-loop@example.com'
  for (let round = 0; round < 3; round++) {
    await leave(await createMember(app, { email, verified: false }))
    expect(await mailsTo(app, email)).toEqual([])
  }
  const member = await createMember(app)
  await leave(member)
  expect(await mailsTo(app, member.email)).toMatchObject([{ subject: 'Your Crels account is deleted' }])
})

test('a changed password is mailed to no address that was never verified: it may be a stranger’s', async () => {
  const changeTwice = async (verified: boolean) => {
    const { email, password, headers } = await createMember(app, { verified })
    const before = (await mailsTo(app, email)).length
    const passwords = [password, 'a brand new horse', 'another new horse']
    for (const [n, next] of passwords.slice(1).entries())
      expect(
        (await post('/identity/password', { current: passwords[n], next }, headers)).statusCode,
      ).toBeLessThan(300)
    return (await mailsTo(app, email)).length - before
  }
  expect([await changeTwice(true), await changeTwice(false)]).toEqual([2, 0])
})

test('limits the mails one network asks for in an hour and says so; a known browser is not counted', async () => {
  const strict = await startTestApp({ mailsPerNetwork: 20 })
  const from = '203.0.113.9'
  const send = async (
    url: string,
    payload: object,
    headers: Record<string, string> = {},
    remoteAddress = from,
  ) => await strict.server.inject({ method: 'POST', url, payload, headers, remoteAddress })
  const member = await createMember(strict)
  const { email, password } = member
  const signedIn = await send('/identity/sign-in', { email, password })
  const cookie = [signedIn.headers['set-cookie']].flat().find((each) => each!.startsWith('crels_device='))!
  for (let n = 0; n < 3; n++)
    expect((await send('/identity/reset/send', { email: `a${n}@example.com` })).statusCode).toBe(202)
  const signUp = { email: 'new-here@example.com', password: 'correct horse' }
  const fresh = await send('/identity/sign-up', signUp)
  expect(fresh.statusCode).toBe(201)
  const headers = { authorization: `Bearer ${fresh.json().accessToken}` }
  expect((await send('/identity/email/change', { email: 'b@example.com' }, headers)).statusCode).toBe(200)
  for (const refused of [
    await send('/identity/reset/send', { email: 'c@example.com' }),
    await send('/identity/link/send', { email }),
    await send('/identity/sign-up', { ...signUp, email: 'd@example.com' }),
    await send('/identity/email/change', { email: 'e@example.com' }, headers),
    await send('/identity/verification/send', {}, headers),
  ]) {
    expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(refused.json().retryAfterSec).toBeGreaterThan(3000)
  }
  expect((await send('/identity/reset/send', { email }, { cookie: cookie.split(';')[0]! })).statusCode).toBe(
    202,
  )
  expect(
    (await send('/identity/reset/send', { email: 'f@example.com' }, {}, '203.0.113.10')).statusCode,
  ).toBe(202)
  // The news of a lock is counted with the rest.
  const away = '203.0.113.20'
  for (let n = 0; n < 11; n++) await send('/identity/sign-in', { email, password: 'a wrong horse' }, {}, away)
  const rest = []
  for (let n = 0; n < 5; n++)
    rest.push((await send('/identity/reset/send', { email: `g${n}@example.com` }, {}, away)).statusCode)
  expect(rest).toEqual([202, 202, 202, 202, 429])
  await strict.close()
})
