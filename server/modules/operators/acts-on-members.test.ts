import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { addOlga } from '#testing/operators.ts'
import { checkAuditLog, listAuditEntries } from './audit-log.ts'
import { operatorActing } from './change-operators.ts'
import { operate, type PersonActor } from './operate.ts'

let app: TestApp
let olga: PersonActor
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorActing(app.db, (await addOlga(app.db)).OPERATOR)
})
afterAll(() => app.close())

const read = async (target?: string) =>
  await listAuditEntries(app.db, { target, limit: 50 }, { reader: olga, secret: app.secret })
/** A member is one from their first call on, or the first act on them. */
const provision = async (uid: string) => {
  await app.members.disable(olga, uid, 'a try')
  await app.members.enable(olga, uid, 'a try')
  await sql`delete from audit_member_key where uid = ${uid}`.execute(app.db)
}
const actsOn = async ({ uid }: TestMember) => (await read(uid)).map(({ action }) => action)

test('an act on a member is one entry with who, what and a reason that only the keys open', async () => {
  const member = await createMember(app)
  await app.members.disable(olga, member.email, 'sold clicks to her cousin')
  const [entry] = await read(member.uid)
  expect(entry).toMatchObject({
    by: 'olga',
    via: 'command',
    action: 'member.disable',
    target: member.uid,
    member: member.uid,
    before: { state: 'active' },
    after: { state: 'disabled' },
    reason: null,
    personal: { reason: 'sold clicks to her cousin' },
  })
  expect(await listAuditEntries(app.db, { target: member.uid, limit: 1 })).toMatchObject([
    { personal: 'sealed' },
  ])
  const { rows } = await sql<{ text: string }>`select e::text as text from audit_entry e`.execute(app.db)
  for (const { text } of rows)
    for (const trace of [member.uid, member.email, 'cousin']) expect(text).not.toContain(trace)
})

test('what was so already is no entry, and neither is an act that fails or that the role does not allow', async () => {
  const member = await createMember(app)
  await app.members.enable(olga, member.uid, 'a try')
  await expect(app.members.removeSecondFactors(olga, member.uid, 'a try')).rejects.toThrow('no second factor')
  const reader = { ...olga, role: 'read-only' } as const
  await expect(app.members.disable(reader, member.uid, 'a try')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await actsOn(member)).toEqual([])
  expect(await app.members.show(olga, member.uid)).toMatchObject({ state: 'active', sessions: [{}] })
  await app.members.signOut(olga, member.uid)
  expect(await actsOn(member)).toEqual(['member.sign-out', 'member.view'])
})

test('two operators who disable one member at the same time are one act', async () => {
  const member = await createMember(app)
  await Promise.all(['one', 'other'].map(async (why) => await app.members.disable(olga, member.uid, why)))
  expect(await actsOn(member)).toEqual(['member.disable'])
})

test('twenty first acts at the same time have one key, and each opens', async () => {
  const { uid } = await createMember(app)
  await provision(uid)
  const [action, secret] = ['member.sign-out', app.secret] as const
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) =>
      inTransaction(app.db, async (tx) =>
        operate(tx, olga, { action, member: { uid, personal: { after: n }, secret } }),
      ),
    ),
  )
  const values = (await read(uid)).map(({ personal }) => (personal as { after: number }).after)
  expect(values.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('an entry moved to another place does not open', async () => {
  const member = await createMember(app)
  await app.members.disable(olga, member.uid, 'one')
  await app.members.enable(olga, member.uid, 'two')
  const [entry] = await read(member.uid)
  expect(entry!.personal).toEqual({ reason: 'two' })
  const { rows } = await sql<{ sealed: string; key: string }>`
    select sealed, member_key as key from audit_entry where id <> ${entry!.id} and sealed is not null
    order by seq desc limit 1`.execute(app.db)
  const { openerOf } = await import('./member-values.ts')
  const open = await openerOf(app.db, app.secret, [rows[0]!.key])
  expect(() => open({ id: entry!.id, memberKey: rows[0]!.key, sealed: rows[0]!.sealed })).toThrow()
})

test('the member takes away what was done, in plain terms, without the reasons', async () => {
  const member = await createMember(app)
  await app.members.disable(olga, member.uid, 'sold clicks')
  await app.members.enable(olga, member.uid, 'it was somebody else')
  const parts = app.exports.find(({ tables }) => tables.includes('audit_entry'))!
  const [part] = await parts.parts({ uid: member.uid, party: '' })
  if (part?.kind !== 'list') throw new Error('It is a list')
  const rows: object[] = []
  for await (const page of part.pages()) rows.push(...page)
  expect(rows).toMatchObject([
    { what: 'Disabled your account', by: 'A person who runs this site' },
    { what: 'Enabled your account again' },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/sold|olga/)
})

test('deletion destroys the key: the log says erased, and its chain holds', async () => {
  const member = await createMember(app)
  await app.members.disable(olga, member.uid, 'sold clicks')
  await app.members.enable(olga, member.uid, 'it was somebody else')
  const { seq } = (await read(member.uid))[0]!
  const parts = app.accountDeletion.parts.find(({ name }) => name === 'operators')!
  await parts.erase({
    uid: member.uid,
    iss: '',
    sub: '',
    party: '',
    shortId: null,
    addresses: [],
    provedAddresses: [],
    leftAt: new Date(),
  })
  expect(await read(member.uid)).toEqual([])
  const entry = (await read()).find((one) => one.seq === seq)
  expect(entry).toMatchObject({ target: 'erased', member: 'erased', personal: 'erased', by: 'olga' })
  expect(await checkAuditLog(app.db)).toMatchObject({ breaks: [], differences: [] })
})
