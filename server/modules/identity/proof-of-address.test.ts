import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import {
  awaitMail,
  cookieOf,
  createMember,
  mailsTo,
  tokenOf,
  type MailboxMail,
  type TestMember,
} from '#testing/members.ts'
import { startStandInIssuer, type StandInIssuer } from './social/stand-in-issuer.fixture.ts'
import { begin, comeBack, landing, whoIs } from './social/walk-social.fixture.ts'

let app: TestApp
let owner: pg.Pool
let issuer: StandInIssuer
beforeAll(async () => {
  issuer = await startStandInIssuer()
  const { social: none } = readConfig({ NODE_ENV: 'test' })
  app = await startTestApp({ social: { ...none, oidc: issuer.keys } })
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 3 })
})
afterAll(async () => {
  await owner.end()
  await issuer.close()
  await app.close()
})

const fresh = () => `${newId('member')}@example.com`
const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
  await app.server.inject({ method: 'POST', url, payload, headers })
const change = async ({ headers }: TestMember, email: string) =>
  await post('/identity/email/change', { email }, headers)
const reset = async (payload: object) => await post('/identity/reset/confirm', payload)
const signIn = async (email: string, password: string) => await post('/identity/sign-in', { email, password })
const refreshed = async (cookie: string) => (await post('/identity/refresh', {}, { cookie })).json()
const newest = async (email: string) => (await mailsTo(app, email))[0]!
/** Follows the link that was mailed to a new address, in the browser of the account. */
const follow = async ({ cookie }: TestMember, token: string) =>
  await post('/identity/verification/confirm', { token }, { cookie })
/** Asks for a mail by which the account opens, and answers the new one. */
async function mailed(kind: 'reset' | 'link', email: string): Promise<MailboxMail> {
  const { length } = await mailsTo(app, email)
  expect((await post(`/identity/${kind}/send`, { email })).statusCode).toBe(202)
  return await awaitMail(app, email, length + 1)
}
/** Lets a minute pass between two mails to an address. */
const aMinuteLater = async (uid: string) =>
  await owner.query(
    `update identity.action_code set sent_at = sent_at - interval '1 minute' where uid = $1`,
    [uid],
  )
const userOf = async (uid: string) =>
  (await owner.query('select email, email_verified from identity.auth_user where id = $1', [uid])).rows[0]
const waysIn = async (uid: string) =>
  (await owner.query('select provider_id from identity.auth_account where user_id = $1', [uid])).rows.map(
    ({ provider_id }) => provider_id,
  )
/** An account elsewhere that signs in to this one, as its squatter left it. */
const linkSocially = async (uid: string, sub = newId('member')) => {
  await owner.query(
    `insert into identity.auth_account (id, account_id, provider_id, user_id, updated_at) values ($1, $1, $2, $3, now())`,
    [sub, issuer.keys.issuer, uid],
  )
  return sub
}
async function signInAs(claims: Record<string, unknown>) {
  const begun = await begin(app)
  issuer.nonce = begun.url.searchParams.get('nonce')!
  issuer.answer = { claims }
  const state = begun.url.searchParams.get('state')!
  return await comeBack(app, `/identity/social/oidc/callback?code=c&state=${state}`, begun)
}

describe('a proof names the address it proves', () => {
  test('a reset code of a former address neither resets nor verifies the present one', async () => {
    const evil = await createMember(app, { verified: false })
    const { code } = await mailed('reset', evil.email)
    const victim = fresh()
    expect((await change(evil, victim)).statusCode).toBe(200)
    const response = await reset({ email: evil.email, code, password: 'evil horse' })
    expect(response.json()).toMatchObject({ status: 400, code: 'expired_action_code' })
    expect(await userOf(evil.uid)).toEqual({ email: victim, email_verified: false })
    expect((await signIn(victim, 'evil horse')).json().code).toBe('invalid_credential')
  })

  test('a reset code and link of the old address are void once a verified address changed', async () => {
    const member = await createMember(app)
    const { code, ...mail } = await mailed('reset', member.email)
    const next = fresh()
    await change(member, next)
    expect((await follow(member, tokenOf(await newest(next)))).statusCode).toBe(200)
    expect((await reset({ email: member.email, code, password: 'old horse' })).json().code).toBe(
      'expired_action_code',
    )
    expect((await reset({ token: tokenOf(mail), password: 'old horse' })).json().code).toBe(
      'invalid_action_code',
    )
    expect((await signIn(next, member.password)).statusCode).toBe(200)
  })

  test('a code mailed while the address was changing proves the address it was mailed to', async () => {
    const evil = await createMember(app, { verified: false })
    const { code } = await mailed('reset', evil.email)
    const [victim, client] = [fresh(), await owner.connect()]
    try {
      // The address changes at the moment between the code and what it does.
      await client.query('begin')
      await client.query('update identity.auth_user set email = $2 where id = $1', [evil.uid, victim])
      const response = reset({ email: evil.email, code, password: 'evil horse' })
      await untilBlocked(app.db)
      await client.query('commit')
      expect((await response).json().code).toBe('expired_action_code')
    } finally {
      client.release()
    }
    expect(await userOf(evil.uid)).toEqual({ email: victim, email_verified: false })
  })

  test.each(['reset', 'link'] as const)(
    'a %s link followed while the address changes marks no other',
    async (kind) => {
      const evil = await createMember(app, { verified: false })
      const token = tokenOf(await mailed(kind, evil.email))
      const [victim, client] = [fresh(), await owner.connect()]
      try {
        await client.query('begin')
        await client.query('update identity.auth_user set email = $2 where id = $1', [evil.uid, victim])
        const response =
          kind === 'reset'
            ? reset({ token, password: 'evil horse' })
            : post('/identity/link/confirm', { token, email: evil.email })
        await untilBlocked(app.db)
        await client.query('commit')
        expect((await response).json().code).toBe('invalid_action_code')
      } finally {
        client.release()
      }
      expect(await userOf(evil.uid)).toEqual({ email: victim, email_verified: false })
    },
  )

  test('a code works only for the account it was mailed for, also when the address has another owner now', async () => {
    const first = await createMember(app, { verified: false })
    const { code } = await newest(first.email)
    await change(first, fresh())
    // Within the minute: signs up with the address, and is mailed nothing.
    const evil = await createMember(app, { verified: false, email: first.email })
    const response = await post('/identity/verification/confirm', { code }, { cookie: evil.cookie })
    expect(response.json().code).toBe('expired_action_code')
    expect((await userOf(evil.uid)).email_verified).toBe(false)
  })

  test('an account elsewhere is not linked to an account whose address changes at that moment', async () => {
    const member = await createMember(app)
    const client = await owner.connect()
    const claims = { sub: newId('member'), email: member.email, email_verified: true }
    try {
      await client.query('begin')
      await client.query('update identity.auth_user set email = $2 where id = $1', [member.uid, fresh()])
      const response = signInAs(claims)
      await untilBlocked(app.db)
      await client.query('commit')
      expect((await whoIs(app, await response)).uid).not.toBe(member.uid)
    } finally {
      client.release()
    }
    expect(await waysIn(member.uid)).toEqual(['credential'])
  })

  test('a code works once, of four at the same moment', async () => {
    const member = await createMember(app)
    const { code } = await mailed('reset', member.email)
    const answers = await Promise.all(
      Array.from({ length: 4 }, async (_, n) =>
        reset({ email: member.email, code, password: `horse number ${n}` }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
  })
})

describe('every change of address or password voids what was mailed before', () => {
  /** One of each: reset code and link, sign-in link, a link to change the address. */
  async function everything(member: TestMember) {
    const { code, ...resetMail } = await mailed('reset', member.email)
    const signInMail = await mailed('link', member.email)
    const next = fresh()
    await change(member, next)
    return {
      reset: tokenOf(resetMail),
      code,
      signIn: tokenOf(signInMail),
      change: tokenOf(await newest(next)),
    }
  }
  async function expectVoid(member: TestMember, old: Awaited<ReturnType<typeof everything>>, now: string) {
    const answers = [
      await reset({ token: old.reset, password: 'thief horse' }),
      await reset({ email: member.email, code: old.code, password: 'thief horse' }),
      await post('/identity/link/confirm', { token: old.signIn, email: member.email }),
      await follow(member, old.change),
    ]
    expect(answers.map((answer) => answer.json().code)).toEqual([
      'invalid_action_code',
      'expired_action_code',
      'invalid_action_code',
      'invalid_action_code',
    ])
    expect((await userOf(member.uid)).email).toBe(now)
  }

  test('a password changed by its member', async () => {
    const member = await createMember(app)
    const old = await everything(member)
    const changed = await post(
      '/identity/password',
      { current: member.password, next: 'a new horse' },
      member.headers,
    )
    expect(changed.statusCode).toBe(204)
    await expectVoid(member, old, member.email)
  })

  test('a password reset by another mail', async () => {
    const member = await createMember(app)
    const old = await everything(member)
    await aMinuteLater(member.uid)
    const other = await mailed('reset', member.email)
    expect((await reset({ token: tokenOf(other), password: 'a new horse' })).statusCode).toBe(200)
    await expectVoid(member, old, member.email)
  })

  test('a first password', async () => {
    const member = await createMember(app)
    await owner.query('delete from identity.auth_account where user_id = $1', [member.uid])
    const old = await everything(member)
    expect((await post('/identity/password', { next: 'a new horse' }, member.headers)).statusCode).toBe(204)
    await expectVoid(member, old, member.email)
  })

  test('an address that changed', async () => {
    const member = await createMember(app)
    const old = await everything(member)
    const next = fresh()
    await change(member, next)
    await follow(member, tokenOf(await newest(next)))
    await expectVoid(member, old, next)
  })

  test('a verification link and code of a mistyped address', async () => {
    const member = await createMember(app, { verified: false })
    const mistyped = await newest(member.email)
    const next = fresh()
    await change(member, next)
    expect((await follow(member, tokenOf(mistyped))).json().code).toBe('invalid_action_code')
    await change(member, member.email)
    expect((await follow(member, tokenOf(mistyped))).json().code).toBe('invalid_action_code')
  })
})

describe('the first proof of an address ends what was there before', () => {
  /** A squatter with a password, a session and an account elsewhere at another person's address. */
  async function squatted() {
    const evil = await createMember(app, { verified: false, password: 'evil horse' })
    const sub = await linkSocially(evil.uid)
    const other = cookieOf((await signIn(evil.email, 'evil horse')).headers['set-cookie'])
    return { evil, sub, cookies: [evil.cookie, other] }
  }
  async function expectEnded({ evil, sub, cookies }: Awaited<ReturnType<typeof squatted>>) {
    expect((await signIn(evil.email, 'evil horse')).json().code).toBe('invalid_credential')
    for (const cookie of cookies)
      expect((await refreshed(cookie)).code ?? (await refreshed(cookie)).user).toBeOneOf([
        'user_token_expired',
        null,
      ])
    expect(await waysIn(evil.uid)).not.toContain(issuer.keys.issuer)
    const social = await signInAs({ sub, email: fresh(), email_verified: false })
    expect(landing(social).pathname === '/' && (await whoIs(app, social)).uid).not.toBe(evil.uid)
    const { rows } = await owner.query('select from identity.known_device where uid = $1', [evil.uid])
    // At most the device of the person who proved the address.
    expect(rows.length).toBeLessThanOrEqual(1)
  }

  test('a sign-in link', async () => {
    const squat = await squatted()
    const token = tokenOf(await mailed('link', squat.evil.email))
    const response = await post('/identity/link/confirm', { token, email: squat.evil.email })
    expect(response.json().user).toMatchObject({ uid: squat.evil.uid, emailVerified: true })
    await expectEnded(squat)
  })

  test('a reset, by link and by code', async () => {
    for (const by of ['link', 'code'] as const) {
      const squat = await squatted()
      const { code, ...mail } = await mailed('reset', squat.evil.email)
      const proof = by === 'link' ? { token: tokenOf(mail) } : { email: squat.evil.email, code }
      expect((await reset({ ...proof, password: 'a new horse' })).statusCode).toBe(200)
      await expectEnded(squat)
      expect((await signIn(squat.evil.email, 'a new horse')).json().user.emailVerified).toBe(true)
    }
  })

  test('a provider that verified the address meanwhile: only its own way in stays', async () => {
    const claims = { sub: newId('member'), email: fresh(), email_verified: false }
    const first = await signInAs(claims)
    const before = await whoIs(app, first)
    const [cookie] = [cookieOf(first.headers['set-cookie'])]
    await owner.query(
      `insert into identity.auth_account (id, account_id, provider_id, user_id, password, updated_at)
       select 'pw ' || $1, $1, 'credential', $1, password, now() from identity.auth_account where password is not null limit 1`,
      [before.uid],
    )
    await owner.query(
      `insert into identity.auth_account (id, account_id, provider_id, user_id, updated_at) values ($1, $1, 'https://other.example', $2, now())`,
      [newId('member'), before.uid],
    )
    const proved = await whoIs(app, await signInAs({ ...claims, email_verified: true }))
    expect(proved).toMatchObject({ uid: before.uid, emailVerified: true })
    expect(await waysIn(before.uid)).toEqual([issuer.keys.issuer])
    expect((await refreshed(cookie)).code).toBe('user_token_expired')
  })
})

describe('what was proved before a change opens no session after it', () => {
  /** Holds the account's new sessions back, does something meanwhile, and answers the result of the sign-in. */
  async function meanwhile(uid: string, signIn: () => Promise<{ json(): { code?: string } }>, work: string) {
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query('select from identity.auth_user where id = $1 for update', [uid])
      const response = signIn()
      await untilBlocked(app.db)
      await client.query(work)
      await client.query('commit')
      return (await response).json()
    } finally {
      client.release()
    }
  }

  test('a password that was right when it was looked at, and is not any more', async () => {
    const member = await createMember(app)
    const answer = await meanwhile(
      member.uid,
      async () => await signIn(member.email, member.password),
      `insert into identity.security_event (uid, kind) values ('${member.uid}', 'password_reset')`,
    )
    expect(answer.code).toBe('user_token_expired')
    const { rows } = await owner.query('select id from identity.auth_session where user_id = $1', [
      member.uid,
    ])
    expect(rows).toHaveLength(1)
  })

  test('a thief’s change of the password that waited while the owner chose another', async () => {
    const member = await createMember(app)
    const token = tokenOf(await mailed('reset', member.email))
    const thief = Array.from({ length: 3 }, async (_, n) =>
      post('/identity/password', { current: member.password, next: `thief horse ${n}` }, member.headers),
    )
    const [mine] = await Promise.all([reset({ token, password: 'my own horse' }), ...thief])
    // Either the thief was first, which voided the link, or the owner was, and then the thief's session is over.
    const isMine = mine!.statusCode === 200
    expect((await signIn(member.email, 'my own horse')).statusCode).toBe(isMine ? 200 : 401)
  })
})
