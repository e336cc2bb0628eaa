import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { awaitMail, createMember, mailsTo, tokenOf } from '#testing/members.ts'

let app: TestApp
let owner: pg.Pool
beforeAll(async () => {
  app = await startTestApp()
  await app.work()
  owner = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const post = async (url: string, payload: object) => await app.server.inject({ method: 'POST', url, payload })
const sessionsOf = async (uid: string) =>
  (await owner.query('select from identity.auth_session where user_id = $1', [uid])).rowCount
const kindsOf = async (uid: string) =>
  (await owner.query('select kind from identity.security_event where uid = $1', [uid])).rows.map(
    ({ kind }) => kind,
  )

test('the first proof by a mailed link voids a sign-in whose password was found right before', async () => {
  const evil = await createMember(app, { verified: false, password: 'evil horse' })
  const { email } = evil
  const { length } = await mailsTo(app, email)
  await post('/identity/link/send', { email })
  const token = tokenOf(await awaitMail(app, email, length + 1))
  const locker = await owner.connect()
  const waiting = async () =>
    (
      await owner.query(
        `select count(distinct l.pid)::int as count from pg_locks l
         join pg_database d on d.oid = l.database and d.datname = current_database()
         where l.relation = 'identity.authenticator'::regclass and not l.granted`,
      )
    ).rows[0].count
  try {
    // The password was found right; whether there is a second factor is asked after that, and has to wait.
    await locker.query('begin; lock table identity.authenticator')
    const squatter = post('/identity/sign-in', { email, password: 'evil horse' })
    await expect.poll(waiting).toBe(1)
    // The link has ended what was there before once it waits for the same.
    const byLink = post('/identity/link/confirm', { token, email })
    await expect.poll(waiting).toBe(2)
    await locker.query('commit')
    expect((await squatter).json()).toMatchObject({ status: 401, code: 'user_token_expired' })
    expect((await byLink).json().user).toMatchObject({ uid: evil.uid, emailVerified: true })
  } finally {
    await locker.query('rollback')
    locker.release()
  }
  expect(await sessionsOf(evil.uid)).toBe(1)
  expect(await kindsOf(evil.uid)).toEqual(['address_proved'])
})

test('a sign-in that saw no second factor opens no session once there is one', async () => {
  const member = await createMember(app)
  const { uid, email, password } = member
  const locker = await owner.connect()
  const waiting = async () =>
    (
      await owner.query(
        `select count(distinct pid)::int as count from pg_stat_activity
         where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      )
    ).rows[0].count
  try {
    // The session is inserted after it was asked whether there is a second factor, and has to wait.
    await locker.query('begin')
    await locker.query('select from identity.auth_user where id = $1 for update', [uid])
    const signIn = post('/identity/sign-in', { email, password })
    await expect.poll(waiting).toBe(1)
    await locker.query(
      `insert into identity.authenticator (uid, secret_sealed, confirmed_at) values ($1, 'sealed', now())`,
      [uid],
    )
    await locker.query('commit')
    expect((await signIn).json()).toMatchObject({ status: 403, code: 'second_step_required' })
  } finally {
    await locker.query('rollback')
    locker.release()
  }
  // The one of the sign-up, no other.
  expect(await sessionsOf(uid)).toBe(1)
})
