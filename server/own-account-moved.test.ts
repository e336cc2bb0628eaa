import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { app, openApp, sell, stage } from '#server/modules/conversions/conversions.fixture.ts'
import { askServer } from '#testing/ask-server.ts'
import { createMember, expireRecovery, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { boss, call, done, olga, openTrials, own, trials } from './own-account.fixture.ts'

openApp()
openTrials()
beforeAll(async () => {
  await moveTo('boss-in-private@example.net', own)
  // Payouts are frozen for two days by it, and while the former address can take the account back.
  await askServer(
    app.databaseUrl,
    `update identity.security_event set at = at - interval '49 hours' where uid = $1`,
    { values: [own.uid] },
  )
  await expireRecovery(app, own)
})

async function moveTo(email: string, { headers, cookie }: TestMember): Promise<void> {
  const post = async (url: string, payload: object, sent: Record<string, string>) => {
    const { statusCode, body } = await app.server.inject({ method: 'POST', url, payload, headers: sent })
    expect([statusCode, body]).toEqual([200, expect.anything()])
  }
  await post('/identity/email/change', { email }, headers)
  const [mail] = await mailsTo(app, email)
  if (mail?.links.length) await post('/identity/verification/confirm', { token: tokenOf(mail) }, { cookie })
}

const addressesOf = async ({ uid, headers }: TestMember) => {
  await app.server.inject({ url: `/api/v1/users/${uid}`, headers })
  const { rows } = await sql<{ email: string; before: string[] }>`
    select email, operator_emails as before from member where uid = ${uid}`.execute(app.db)
  return rows[0]
}

test('an operator’s account keeps the address that says so, once, and others keep none', async () => {
  const kept = { email: 'boss-in-private@example.net', before: [own.email.toLowerCase()] }
  expect(await addressesOf(own)).toEqual(kept)
  const stranger = await createMember(app)
  await moveTo('stranger-moved@example.net', stranger)
  expect(await addressesOf(stranger)).toEqual({ email: 'stranger-moved@example.net', before: [] })
})

test('an address that nobody proved is nobody’s: anybody can type it', async () => {
  const typed = await createMember(app, { email: 'olga@crels.example', verified: false })
  await moveTo('typed@example.net', typed)
  expect(await addressesOf(typed)).toEqual({ email: 'typed@example.net', before: [] })
})

test('there and back again, the address is kept once', async () => {
  const member = await createMember(app, { email: 'kim@crels.example' })
  for (const email of ['kim-1@example.net', 'kim@crels.example', 'kim-2@example.net']) {
    await moveTo(email, member)
    await addressesOf(member)
  }
  expect(await addressesOf(member)).toEqual({ email: 'kim-2@example.net', before: ['kim@crels.example'] })
})

test('what a brand says of who made its key waits for an operator under another address, too', async () => {
  const at = await stage({}, own)
  const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${at.brandId}`.execute(
    app.db,
  )
  const payload = { kind: 'secret', label: 'Shop' }
  const { secret } = await done(boss, { path: `/brands/${rows[0]!.slug}/keys`, payload })
  expect((await sell({ ...at, key: { authorization: `Bearer ${secret}` } })).body).toMatchObject({
    status: 'under_review',
    reason: 'self_conversion',
  })
})

test.each(Object.keys(trials))('%s: not on one’s own account under another address', async (id) => {
  const asked = await trials[id]!()
  const { status, body } = await call(boss, asked)
  const said = body?.results?.[0]?.detail ?? body?.detail
  expect([status < 300 && (body?.results?.[0]?.done ?? true), said]).toEqual([
    false,
    expect.stringMatching(/your own|paid by this run|Who asked for a redemption/),
  ])
  await done(olga, asked)
})
