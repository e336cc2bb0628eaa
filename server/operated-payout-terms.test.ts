import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PayoutEffects, Simulation } from '#contracts/operator-economy.schemas.ts'
import { latestBirthday } from '#rules/minimum-age.ts'
import { utcDate } from '#rules/utc-date.ts'
import { payoutEffects, refusedMembersSql } from '#server/modules/operated-economy/payout-effects.ts'
import { currentEconomy, setEconomy } from '#server/modules/economy/public.ts'
import { leaveTaxProfile } from '#server/modules/tax/tax-queries.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { askForTaxForms, certify, dac7 } from '#testing/tax.ts'

let app: TestApp
let mona: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  mona = await operatorBearer(app, 'owner')
})
afterAll(() => app.close())

/** What settings would make of who is paid. */
async function effects(settings: Record<string, unknown>): Promise<PayoutEffects> {
  const payload = { settings: Object.entries(settings).map(([path, value]) => ({ path, value })) }
  const answer = await callOperator(app, mona, { method: 'POST', path: '/economy/simulations', payload })
  expect(answer.status).toBe(200)
  return (answer.body as Simulation).payouts
}

const none = { members: 0, accountMembers: 0, crels: 0, usdCents: 0, redemptions: { count: 0, usdCents: 0 } }

test('an age and countries say whom they refuse, with what they have and what of theirs waits', async () => {
  // 20 today: older than 18 and 20, younger than 21.
  const birthday = latestBirthday(utcDate(app.clock.now()), 20)
  const young = await createRedeemer(app, { profile: { ...completeProfile, birthday }, crels: 2_100 })
  const abroad = await createRedeemer(app, {
    profile: { ...completeProfile, countryOfResidence: 'FR' },
    crels: 1_050,
  })
  const both = await createRedeemer(app, {
    profile: { ...completeProfile, birthday, countryOfResidence: 'FR' },
    crels: 0,
  })
  const disabled = await createRedeemer(app, { profile: { ...completeProfile, birthday }, crels: 500 })
  await sql`update member set state = 'disabled' where uid = ${disabled.uid}`.execute(app.db)
  const unknown = await createMember(app)
  await app.server.inject({ url: '/api/v1/wallet', headers: unknown.headers })
  const { usdCents } = await redeem(app, young, { usdCents: 20_00 })
  const sent = await redeem(app, abroad, { usdCents: 20_00 })
  await app.redemptions.approve({ redemptionId: sent.id, actor: testActor })
  expect(usdCents).toBe(20_00)

  expect(await effects({ 'redemption.minimumAge': 20 })).toEqual({
    who: { before: none, after: none, unknown: 1, isWhole: true },
    minimum: null,
    frozen: null,
    cancels: null,
    taxForms: null,
    keptForms: null,
  })
  const { who: byAge } = await effects({ 'redemption.minimumAge': 21 })
  expect(byAge).toMatchObject({
    before: none,
    after: { members: 2, crels: 2_100, usdCents: 200_00, redemptions: { count: 1, usdCents: 20_00 } },
  })
  const { who: byCountry } = await effects({ 'redemption.blockedCountries': ['FR', 'KP'] })
  expect(byCountry!.after).toEqual({
    members: 2,
    accountMembers: 0,
    crels: 1_050,
    usdCents: 100_00,
    redemptions: { count: 1, usdCents: 20_00 },
  })
  const wish = { 'redemption.minimumAge': 21, 'redemption.blockedCountries': ['FR'] }
  expect((await effects(wish)).who!.after).toMatchObject({ members: 3, crels: 3_150 })
  expect((await effects({ 'checkIn.basePoints': 11 })).who).toBeNull()
  // What it says is what happens.
  await callOperator(app, mona, {
    method: 'POST',
    path: '/economy/versions',
    payload: {
      basedOn: 0,
      settings: Object.entries(wish).map(([path, value]) => ({ path, value })),
      reason: 'The law',
    },
  })
  for (const { headers } of [young, abroad, both]) {
    const terms = await app.server.inject({ url: '/api/v1/redemptions/terms', headers })
    expect(terms.json().refusal).toMatch(/^(too_young|country_blocked)$/)
  }
  expect((await effects({ 'redemption.minimumAge': 18 })).who).toMatchObject({
    before: { members: 3, crels: 3_150 },
    after: { members: 2, crels: 1_050 },
  })
  // For the tests below.
  await sql`update member set state = 'disabled'`.execute(app.db)
})

/** A form is taken while it is asked for. */
async function fillIn(member: TestMember): Promise<void> {
  await askForTaxForms(app, 'us')
  expect((await certify(app, member)).statusCode).toBe(200)
  await askForTaxForms(app, 'off')
}

test('countries are those of tax forms and bank accounts too, which are opened in time or said to be at least', async () => {
  await setTerms([])
  const iban = { kind: 'bank', holder: 'Ada Example', iban: 'FR7630006000011234567890189' }
  const banked = await createRedeemer(app, { to: iban, crels: 5_000 })
  const certified = await createRedeemer(app, { crels: 2_100 })
  await askForTaxForms(app, 'dac7')
  expect((await certify(app, certified, dac7)).statusCode).toBe(200)
  await redeem(app, banked, { usdCents: 20_00 })
  await redeem(app, certified, { usdCents: 20_00 })
  const refuses = async (...countries: string[]) =>
    (await effects({ 'redemption.blockedCountries': countries })).who!
  expect(await refuses('KP')).toMatchObject({ before: none, after: none, isWhole: true })
  // The account is paid nothing, its owner may be paid elsewhere.
  expect(await refuses('FR', 'KP')).toMatchObject({
    after: { members: 0, accountMembers: 1, crels: 0, redemptions: { count: 1, usdCents: 20_00 } },
    isWhole: true,
  })
  expect((await refuses('PT')).after).toMatchObject({
    members: 1,
    accountMembers: 0,
    crels: 2_100,
    redemptions: { count: 1, usdCents: 20_00 },
  })
  expect((await refuses('PT', 'FR')).after).toMatchObject({
    members: 1,
    accountMembers: 1,
    redemptions: { count: 2 },
  })

  const before = await currentEconomy(app.db)
  const blocking = { ...before, redemption: { ...before.redemption, blockedCountries: ['FR', 'PT'] } }
  const deps = { secret: app.secret, factorsCount: false }
  const { who: late } = await payoutEffects(app.db, before, blocking, { ...deps, openMs: 0 })
  expect(late).toMatchObject({ after: { members: 0, accountMembers: 0 }, isWhole: false })
  // Forms that are asked for no more count no more.
  const unasked = { ...blocking, tax: { ...before.tax, regime: 'off' as const } }
  const { who } = await payoutEffects(app.db, blocking, unasked, deps)
  expect(who).toMatchObject({ before: { members: 1 }, after: { members: 0, accountMembers: 1 } })
  // What it says is what happens.
  await setTerms(['FR', 'PT'])
  for (const { id: redemptionId } of (await waitingOf(banked)).concat(await waitingOf(certified)))
    await expect(app.redemptions.approve({ redemptionId, actor: testActor })).rejects.toMatchObject({
      code: 'country_blocked',
    })
  await setTerms([])
  await askForTaxForms(app, 'off')
  await sql`update member set state = 'disabled'`.execute(app.db)
})

/** Blocks countries, for whoever is old enough to sign up. */
async function setTerms(blockedCountries: string[]): Promise<void> {
  const settings = [
    { path: 'redemption.minimumAge', value: 18 },
    { path: 'redemption.blockedCountries', value: blockedCountries },
  ]
  await inTransaction(app.db, async (tx) => setEconomy(tx, testActor, { settings, reason: 'a test' }))
}

async function waitingOf({ headers }: TestMember): Promise<{ id: string }[]> {
  return (await app.server.inject({ url: '/api/v1/redemptions', headers })).json().items
}

test('a regime and a threshold say who needs a form for their next payout, and what would not be sent', async () => {
  const crels = 100_000
  const [near, far, certified] = [
    await createRedeemer(app, { crels }),
    await createRedeemer(app, { crels }),
    await createRedeemer(app, { crels }),
  ]
  for (const member of [near, certified]) {
    await redeem(app, member, { usdCents: 60_00 })
    await redeem(app, member, { usdCents: 40_00 })
  }
  await redeem(app, far, { usdCents: 30_00 })
  await fillIn(certified)
  const asked = async (regime: string, thresholdUsdCents: number) =>
    (await effects({ 'tax.regime': regime, 'tax.thresholdUsdCents': thresholdUsdCents })).taxForms!
  const nobody = { members: 0, redemptions: { count: 0, usdCents: 0 }, isFromFirst: false }
  // The next payout is $20 at least: it comes to $120, not to a cent more.
  expect(await asked('us', 120_01)).toEqual({ before: nobody, after: nobody })
  expect((await asked('us', 120_00)).after).toEqual({ ...nobody, members: 1 })
  // Of those that wait the second one comes to the sum.
  expect((await asked('us', 100_00)).after).toEqual({
    members: 1,
    redemptions: { count: 1, usdCents: 40_00 },
    isFromFirst: false,
  })
  expect((await asked('us', 20_00)).after).toEqual({
    members: 2,
    redemptions: { count: 3, usdCents: 130_00 },
    isFromFirst: true,
  })
  // A form of another regime is none.
  expect((await asked('dac7', 100_00)).after).toMatchObject({ members: 2, redemptions: { count: 2 } })
  expect((await asked('off', 0)).after).toEqual(nobody)
  expect((await effects({ 'checkIn.basePoints': 11 })).taxForms).toBeNull()
})

test('a shorter time of keeping says how many forms are kept, which keep their day', async () => {
  const member = await createMember(app)
  await fillIn(member)
  await leaveTaxProfile(app.db, { uid: member.uid, party: 'pty_left' }, '2030-12-31')
  expect(await effects({ 'tax.keepYears': 1 })).toMatchObject({ who: null, taxForms: null, keptForms: 1 })
  expect((await effects({ 'tax.regime': 'us' })).keptForms).toBeNull()
})

test('reads whom other terms refuse by the indexes of birthdays and countries', async () => {
  const plan = await app.db.transaction().execute(async (tx) => {
    await sql`
      insert into member (uid, iss, sub, party, short_id, email, birthday, country_of_residence)
      select 'usr_' || n, 'crels', n, new_id('pty'), 'short' || n, n || '@example.com', '1990-01-01', 'DE'
      from generate_series(1, 5000) n`.execute(tx)
    await sql`analyze member`.execute(tx)
    const terms = { minimumAge: 21, blockedCountries: ['FR'], formUids: ['usr_7'] }
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${refusedMembersSql(terms)}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Bitmap Index Scan on member_by_birthday')
  expect(plan).toContain('Bitmap Index Scan on member_by_country')
  expect(plan).not.toContain('Seq Scan')
})
