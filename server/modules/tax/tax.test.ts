import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember } from '#testing/members.ts'
import { leaveTaxProfile } from './tax-queries.ts'
import { askForTaxForms, certify, dac7, w9 } from '#testing/tax.ts'
import { utcDate } from '#rules/utc-date.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())
beforeEach(async () => await askForTaxForms(app, 'us'))

const read = async ({ headers }: { headers: Record<string, string> }) =>
  (await app.server.inject({ url: '/api/v1/tax-profile', headers })).json()

const rowsOf = async (uid: string) =>
  (await sql<{ details: string }>`select * from tax_profile where uid = ${uid} order by id`.execute(app.db))
    .rows

test('says what is asked for, and nothing of a form before there is one', async () => {
  const member = await createMember(app)
  expect(await read(member)).toEqual({
    regime: 'us',
    forms: ['w9', 'w8ben'],
    year: app.clock.now().getUTCFullYear(),
    yearUsdCents: 0,
    thresholdUsdCents: 30_00,
    certification: w9.certification,
    profile: null,
  })
  await askForTaxForms(app, 'off')
  expect(await read(member)).toMatchObject({ regime: 'off', forms: [] })
})

test('a form is sealed, and answered with the last signs of its number alone', async () => {
  const member = await createMember(app)
  const response = await certify(app, member)
  expect(response.statusCode).toBe(200)
  expect(response.json().profile).toEqual({
    form: 'w9',
    legalName: 'Ada Taxable',
    address: { ...w9.address, extra: '' },
    taxResidence: 'US',
    taxIdKind: 'ssn',
    taxIdHint: '…6789',
    birthDate: null,
    birthPlace: '',
    vatIdHint: null,
    certification: w9.certification,
    certifiedAt: expect.any(String),
    isUsable: true,
    endsOn: null,
  })
  expect(response.body).not.toContain('123456789')
  expect(await read(member)).toEqual(response.json())
  const [row] = await rowsOf(member.uid)
  expect(row!.details).toMatch(/^s2\./)
  expect(JSON.stringify(row)).not.toMatch(/Taxable|123456789|6789|Reno/)
})

test('a change is a version more, the same again is none', async () => {
  const member = await createMember(app)
  await certify(app, member)
  await certify(app, member, { ...w9, taxId: '123456789' })
  expect(await rowsOf(member.uid)).toHaveLength(1)
  expect((await certify(app, member, { ...w9, legalName: 'Ada Other' })).json().profile.legalName).toBe(
    'Ada Other',
  )
  expect(await rowsOf(member.uid)).toHaveLength(2)
  await expect(
    sql`update tax_profile set form = 'dac7' where uid = ${member.uid}`.execute(app.db),
  ).rejects.toThrow('stays as it was certified')
})

test('twenty at once make one version', async () => {
  const member = await createMember(app)
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await certify(app, member)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await rowsOf(member.uid)).toHaveLength(1)
})

test.each([
  [{ taxId: '000-45-6789' }, 'body.taxId'],
  [{ taxId: null }, 'body.taxId'],
  [{ taxIdKind: 'foreign', taxId: 'PT 123' }, 'body.taxIdKind'],
  [{ taxResidence: 'PT' }, 'body.taxResidence'],
  [{ taxResidence: 'XX' }, 'body.taxResidence'],
  [{ address: { ...w9.address, country: 'ZZ' } }, 'body.address.country'],
  [{ certification: '1999-01' }, 'body.certification'],
  [{ ...dac7 }, 'body.form'],
  [{ legalName: '=cmd|A1' }, 'body.legalName'],
  [{ form: 'w8ben', taxResidence: 'PT' }, 'body.birthDate'],
  [{ legalName: 'Ada\u202eevil' }, 'body.legalName'],
])('refuses %j', async (change, path) => {
  const member = await createMember(app)
  const response = await certify(app, member, { ...w9, ...change })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'validation_failed' })
  expect(response.json().issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(response.body).not.toContain('000456789')
  expect(await rowsOf(member.uid)).toEqual([])
})

test('of each regime the last form counts, and a W-8BEN ends with its third year', async () => {
  const member = await createMember(app)
  await certify(app, member, { ...dac7, form: 'w8ben', vatId: '' })
  const year = app.clock.now().getUTCFullYear()
  expect((await read(member)).profile).toMatchObject({ isUsable: true, endsOn: `${year + 3}-12-31` })
  await askForTaxForms(app, 'dac7')
  expect((await read(member)).profile).toMatchObject({ form: 'w8ben', isUsable: false })
  expect((await certify(app, member, dac7)).json().profile).toMatchObject({
    form: 'dac7',
    isUsable: true,
    vatIdHint: '…4843',
  })
  await askForTaxForms(app, 'us')
  expect((await read(member)).profile).toMatchObject({ form: 'w8ben', isUsable: true })
  await shiftClock(app.db, '4 years')
  expect((await read(member)).profile).toMatchObject({ form: 'w8ben', isUsable: false })
})

test('of who left the last version of each form is kept until its day, or nothing', async () => {
  const [paid, unpaid] = [await createMember(app), await createMember(app)]
  for (const member of [paid, unpaid]) {
    await certify(app, member)
    await certify(app, member, { ...w9, legalName: 'Ada Later' })
  }
  await leaveTaxProfile(app.db, { uid: unpaid.uid, party: 'pty_unpaid' }, null)
  expect([await rowsOf(unpaid.uid), await rowsOf('pty_unpaid')]).toEqual([[], []])
  const [, last] = await rowsOf(paid.uid)
  const today = utcDate(app.clock.now())
  await leaveTaxProfile(app.db, { uid: paid.uid, party: 'pty_paid' }, today)
  // What is killed is done again.
  await leaveTaxProfile(app.db, { uid: paid.uid, party: 'pty_paid' }, today)
  expect(await rowsOf(paid.uid)).toEqual([])
  expect(await rowsOf('pty_paid')).toMatchObject([{ details: last!.details }])
  await app.jobs.run('drop-kept-tax-forms')
  expect(await rowsOf('pty_paid')).toHaveLength(1)
  await shiftClock(app.db, '1 day')
  await app.jobs.run('drop-kept-tax-forms')
  expect(await rowsOf('pty_paid')).toEqual([])
})

test('is nobody’s without a bearer', async () => {
  expect((await app.server.inject({ url: '/api/v1/tax-profile' })).statusCode).toBe(401)
  expect((await certify(app, { headers: {} })).statusCode).toBe(401)
})
