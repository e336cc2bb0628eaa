import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { mailedCode, mailsTo, type TestMember } from '#testing/members.ts'
import { operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'owner', 'mia@crels.example')
})
afterAll(() => app.close())

/** As the form signs up: a browser says its zone, so that the member is there at once. */
async function signUp(email: string): Promise<Pick<TestMember, 'uid' | 'email' | 'cookie' | 'headers'>> {
  const payload = { email, password: 'correct horse', displayName: 'Somebody', timeZone: 'UTC' }
  const response = await app.server.inject({ method: 'POST', url: '/identity/sign-up', payload })
  const { accessToken, user } = response.json()
  const cookie = String([response.headers['set-cookie']].flat()[0]).split(';')[0]!
  return { uid: user.uid, email, cookie, headers: { authorization: `Bearer ${accessToken}` } }
}
const verify = async ({ email, cookie }: Pick<TestMember, 'email' | 'cookie'>) => {
  const payload = { code: await mailedCode(app, email) }
  const url = '/identity/verification/confirm'
  const response = await app.server.inject({ method: 'POST', url, payload, headers: { cookie } })
  expect(response.statusCode, response.body).toBe(200)
}
/** Mails but the ones in which the address is to be proved. */
const mailsOf = async (email: string) =>
  (await mailsTo(app, email)).filter(({ code }) => code === null).map(({ subject }) => subject)
const operate = async (path: string, payload: object) => {
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/v1/operator${path}`,
    headers: { ...mia.headers, 'idempotency-key': randomUUID() },
    payload,
  })
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response.json()
}
/** Writes to support; answers what an operator answers by. */
async function asked({ headers }: Pick<TestMember, 'headers'>) {
  const payload = { topic: 'account', message: 'Please send me something long.' }
  const response = await app.server.inject({ method: 'POST', url: '/support-requests', payload, headers })
  expect(response.statusCode, response.body).toBe(201)
  const { id } = response.json() as { id: string }
  return async (text: string) => {
    const { rows } = await sql<{ seen: string }>`
      select id as seen from support_message where request_id = ${id} order by id desc limit 1`.execute(
      app.db,
    )
    await operate(`/support-requests/${id}/answer`, { text, seen: rows[0]!.seen })
  }
}
const setClock = async (time: string) =>
  await sql`update clock_offset set shift = ${time}::timestamptz - clock_timestamp()`.execute(app.db)
const inboxOf = async (uid: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notification where uid = ${uid} and in_app order by id`.execute(app.db)
  return rows.map(({ kind }) => kind)
}

test('nothing but the proof is mailed to an address that nobody proved', async () => {
  const aliases = await Promise.all([1, 2].map(async (i) => await signUp(`victim+${i}@example.com`)))
  const owner = await signUp('owner@example.com')
  await verify(owner)
  await setClock('2030-03-05T12:00:00Z')
  const { members } = await operate('/announcements', { title: 'A new shop', body: 'It opens on Monday.' })
  expect(members).toBe(3)
  await app.jobs.run('send-announcements')
  await app.jobs.run('send-notifications')
  await setClock('2030-03-06T09:00:00Z')
  await app.jobs.run('send-digests')

  const [asker, disabled] = [aliases[0]!, aliases[1]!]
  const answer = await asked(asker)
  await answer('Something long.')
  await app.jobs.run('send-notifications')
  for (const { uid } of [disabled, asker]) {
    await app.members.disable(testActor, uid, 'Many accounts.')
    await app.jobs.run('send-notifications')
  }
  // A disabled member is answered by mail, where the address is theirs.
  await answer('Something longer.')

  for (const { email } of aliases) expect(await mailsOf(email)).toEqual([])
  expect(await mailsOf(owner.email)).toHaveLength(1)
  // It is in the inbox, for whom the address turns out to be theirs.
  expect(await inboxOf(disabled.uid)).toEqual(['announcement', 'account_state_changed'])
  expect(await inboxOf(asker.uid)).toContain('support_answered')
})

test('an announcement does not reach who would hear of it by mails that they do not get', async () => {
  const audience = async () =>
    (await app.server.inject({ url: '/api/v1/operator/announcement-audience', headers: mia.headers })).json()
      .members as number
  const before = await audience()
  const mailAlone = await signUp('mail-alone@example.com')
  expect(await audience()).toBe(before + 1)
  await sql`
    insert into notification_choice (uid, group_name, in_app, push) values (${mailAlone.uid}, 'news', false, false)`.execute(
    app.db,
  )
  expect(await audience()).toBe(before)
  // With the proof, before their next call.
  await verify(mailAlone)
  expect(await audience()).toBe(before + 1)
})

test('an address that is proved after another took its place in the account is not the member’s', async () => {
  const squatter = await signUp('squatted@example.com')
  const payload = { email: 'own@example.com' }
  const url = '/identity/email/change'
  const changed = await app.server.inject({ method: 'POST', url, payload, headers: squatter.headers })
  expect(changed.statusCode, changed.body).toBeLessThan(300)
  await verify({ ...squatter, email: 'own@example.com' })
  // Without a call since then the member still has the first address.
  const { rows } = await sql`
    select email, email_verified as "isProved" from member where uid = ${squatter.uid}`.execute(app.db)
  expect(rows).toEqual([{ email: 'squatted@example.com', isProved: false }])
})

test('a proof does not wait for who holds the member, and is heard of by the next token', async () => {
  const member = await signUp('held@example.com')
  const holding = await app.db.startTransaction().execute()
  await sql`select from member where uid = ${member.uid} for update`.execute(holding)
  await verify(member)
  await holding.commit().execute()
  const isProved = async () => {
    const { rows } = await sql<{ is: boolean }>`
      select email_verified as is from member where uid = ${member.uid}`.execute(app.db)
    return rows[0]!.is
  }
  expect(await isProved()).toBe(false)
  const renewed = await app.server.inject({
    method: 'POST',
    url: '/identity/refresh',
    headers: { cookie: member.cookie },
  })
  const headers = { authorization: `Bearer ${renewed.json().accessToken}` }
  const read = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers })
  expect(read.statusCode, read.body).toBe(200)
  expect(await isProved()).toBe(true)
})
