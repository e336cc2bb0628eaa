import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liftSuppression, recordMailReports } from '#server/platform/mail/address-trouble.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let sue: TestOperator
let ada: TestMember
beforeAll(async () => {
  app = await startTestApp()
  sue = await operatorBearer(app, 'support', 'sue@crels.example')
  ada = await createMember(app)
  await app.server.inject({ url: `/api/v1/users/${ada.uid}`, headers: ada.headers })
  const address = await addressOf(ada.uid)
  const long = `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.example`
  for (const [to, kind] of [
    [address, 'bounce'],
    ['nobody@example.com', 'complaint'],
    [long, 'bounce'],
    ['soft@example.com', 'soft_bounce'],
  ] as const)
    await recordMailReports(app.db, [{ address: to, kind, detail: `550 ${kind}` }])
})
afterAll(() => app.close())

const addressOf = async (uid: string) =>
  (await sql<{ email: string }>`select lower(email) as email from member where uid = ${uid}`.execute(app.db))
    .rows[0]!.email
const list = async (query = '') =>
  (await callOperator(app, sue, { path: `/suppressed-addresses${query}` })).body as {
    items: { address: string; reason: string; detail: string; members: { uid: string }[] }[]
    nextCursor: string | null
  }
const lift = async (address: string, who = sue) =>
  await callOperator(app, who, {
    method: 'POST',
    path: '/suppressed-addresses/lifts',
    payload: { address, reason: 'They wrote from it' },
  })
const member = async () => (await callOperator(app, sue, { path: `/members/${ada.uid}` })).body

test('addresses without mail are listed page by page, with whose they are, and found by a part or a reason', async () => {
  const found = []
  let cursor: string | null = ''
  for (let page = 0; page < 3; page += 1) {
    const { items, nextCursor } = await list(`?limit=1${cursor && `&cursor=${cursor}`}`)
    found.push(...items)
    cursor = nextCursor
  }
  expect(cursor).toBeNull()
  expect(found).toHaveLength(3)
  expect(found).toEqual((await list()).items)
  expect(found.at(-1)).toMatchObject({
    address: await addressOf(ada.uid),
    reason: 'bounce',
    detail: '550 bounce',
    members: [{ uid: ada.uid }],
  })
  expect((await list('?reason=complaint')).items).toMatchObject([
    { address: 'nobody@example.com', members: [] },
  ])
  expect((await list('?q=NOBODY')).items).toHaveLength(1)
  expect((await list('?q=%25')).items).toEqual([])
})

test('one is lifted once: the member is shown to have mail again, and the log says why, sealed by their key', async () => {
  const address = await addressOf(ada.uid)
  expect(await member()).toMatchObject({ mailTrouble: { reason: 'bounce', detail: '550 bounce' } })
  expect((await lift(address.toUpperCase())).status).toBe(204)
  expect(await member()).toMatchObject({ mailTrouble: null })
  expect((await list(`?q=${encodeURIComponent(address)}`)).items).toEqual([])
  // Once more by themselves it is as it was; another operator reads who was sooner.
  expect((await lift(address)).status).toBe(204)
  const mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  const late = await lift(address, mia)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.detail).toMatch(/^This address is sent mail\. sue lifted it at .+ UTC\.$/)
  const [act] = (await member()).acts
  expect(act).toMatchObject({ by: 'sue', action: 'mail.lift', reason: 'They wrote from it' })
  const { rows } = await sql<{ entry: string }>`
    select to_json(e)::text as entry from audit_entry e where action = 'mail.lift'`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.entry).not.toContain(address)
  expect(rows[0]!.entry).not.toContain('They wrote')
  expect((await lift('nobody@example.com')).status).toBe(204)
  expect((await lift('nobody@example.com', mia)).body.detail).toMatch(/ sue lifted it at /)
  expect((await lift('never@example.com', mia)).body.detail).toBe('This address is sent mail.')
  // A mail that arrives ends a suppression too.
  const report = { address: 'nobody@example.com', kind: 'bounce', detail: '550' } as const
  await recordMailReports(app.db, [report])
  await liftSuppression(app.db, report.address)
  expect((await lift(report.address)).body.detail).toMatch(
    /^This address is sent mail\. A mail to it arrived at /,
  )
})

test('who may not read of members sees none, and finance lifts none', async () => {
  const [rea, finn] = [await operatorBearer(app, 'read-only'), await operatorBearer(app, 'finance')]
  expect((await callOperator(app, rea, { path: '/suppressed-addresses' })).status).toBe(403)
  expect((await callOperator(app, finn, { path: '/suppressed-addresses' })).status).toBe(200)
  expect((await lift('nobody@example.com', finn)).status).toBe(403)
})
