import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayOperate, OPERATOR_ROLES } from '#rules/operator-permissions.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo, type TestMember } from '#testing/members.ts'
import { operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { unzip } from './member-exports.fixture.ts'

let app: TestApp
let olga: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
})
afterAll(() => app.close())

async function call(method: 'GET' | 'POST', { uid }: { uid: string }, path: string, payload?: object) {
  return await app.server.inject({
    method,
    url: `/api/v1/operator/members/${uid}/${path}`,
    ...(payload && { payload }),
    headers: olga.headers,
  })
}
const reason = 'She asked for it in a letter.'
const newMember = async () => {
  const member = await createMember(app)
  await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })
  return member
}
const entriesOf = async (action: string) => {
  const { rows } = await sql<{ text: string; uid: string | null }>`
    select e::text as text, k.uid from audit_entry e left join audit_member_key k on k.id = e.member_key
    where e.action = ${action} order by e.seq desc`.execute(app.db)
  return rows
}
const inbox = async ({ headers }: TestMember) =>
  (await app.server.inject({ url: '/api/v1/notifications', headers })).json().items as { title: string }[]

test('an operator takes a member’s archive: it is the member’s own, logged with a sealed reason, and the member is notified', async () => {
  const member = await newMember()
  const response = await call('POST', member, 'export', { reason })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzip(response.rawPayload)
  expect(JSON.parse(files.get('profile.json')!)).toMatchObject({ uid: member.uid, email: member.email })
  const [entry] = await entriesOf('member.export')
  expect(entry!.uid).toBe(member.uid)
  expect(entry!.text).not.toContain('letter')
  await call('POST', member, 'export', { reason })
  expect(await inbox(member)).toMatchObject([{ title: 'Our team made a copy of your data' }])
  expect((await call('POST', { uid: 'usr_nobody' }, 'export', { reason })).statusCode).toBe(404)
})

test('an archive holds bank accounts and tax forms, so it takes a role that opens both', async () => {
  for (const role of OPERATOR_ROLES.filter((one) => mayOperate(one, 'member.export')))
    expect([mayOperate(role, 'redemption.open-destination'), mayOperate(role, 'tax.open')]).toEqual([
      true,
      true,
    ])
  const member = await newMember()
  const { headers } = await operatorBearer(app, 'manager')
  const url = `/api/v1/operator/members/${member.uid}/export`
  const refused = await app.server.inject({ method: 'POST', url, headers, payload: { reason } })
  expect(refused.statusCode).toBe(403)
})

test('the archive is in the language of the member, not of the operator', async () => {
  const member = await newMember()
  await sql`update member set language = 'de' where uid = ${member.uid}`.execute(app.db)
  await call('POST', member, 'notes', { note: 'She called.' })
  const files = unzip((await call('POST', member, 'export', { reason })).rawPayload)
  expect(files.get('README.txt')).toContain('Die Daten von')
  expect(files.get('acts-of-operators.json')).toContain('Hat eine Notiz über dich geschrieben')
  expect(files.get('acts-of-operators.csv')).toContain('Hat eine Notiz über dich geschrieben')
})

test('an operator deletes an account: what it takes is said first, the address is typed, and the farewell says who did it', async () => {
  const member = await newMember()
  const effects = (await call('GET', member, 'erasure')).json()
  expect(effects).toMatchObject({ points: 0, campaigns: 0, links: 0, blocked: null })
  const wrong = await call('POST', member, 'erasure', { confirmation: 'ada@example.org', reason })
  expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([422, 'body.confirmation'])
  const done = await call('POST', member, 'erasure', { confirmation: member.email.toUpperCase(), reason })
  expect([done.statusCode, done.json()]).toEqual([202, effects])
  expect((await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })).statusCode).toBe(401)
  await eraseMembers(app.accountDeletion)
  const [mail] = await mailsTo(app, member.email)
  expect(mail!.text).toContain('Our team did this.')
  expect(mail!.text).not.toContain('As you asked')
  const [entry] = await entriesOf('member.erase')
  expect(entry!.uid).toBeNull()
  expect((await call('POST', member, 'erasure', { confirmation: member.email, reason })).statusCode).toBe(404)
})

test('a redemption under way is in the way of a deletion', async () => {
  const member = await createRedeemer(app, { crels: 5_000 })
  await redeem(app, member)
  expect((await call('GET', member, 'erasure')).json().blocked).toEqual({
    by: 'redemption',
    until: null,
    redemption: { isCancellable: true, typicalBy: null },
  })
  const refused = await call('POST', member, 'erasure', { confirmation: member.email, reason })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'deletion_blocked'])
  expect(await entriesOf('member.erase')).toHaveLength(1)
})
