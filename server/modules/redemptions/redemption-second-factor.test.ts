import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { addUsableDestination, giveCrels, quoteFor, partyOf } from '#testing/redeemers.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'
import { sql } from 'kysely'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ redemptionSecondFactor: true })
})
afterAll(() => app.close())

const post = async (url: string, { headers }: Pick<TestMember, 'headers'>, payload: object) =>
  await app.server.inject({ method: 'POST', url, headers, payload })

test('a destination and a redemption ask for a second factor, which has to be there', async () => {
  const member = await createMember(app, { profile: completeProfile })
  await giveCrels(app, await partyOf(app, member), 10_000)
  const to = { kind: 'paypal', email: member.email }
  const missing = await post('/api/v1/payout-destinations', member, to)
  expect(missing.json()).toMatchObject({ status: 403, code: 'second_factor_missing' })
  const authenticator = await addAuthenticator(app, member)
  expect((await post('/api/v1/payout-destinations', member, to)).json().code).toBe('requires_second_factor')
  await post('/identity/second-factors/proof', member, { code: codeOf(authenticator) })
  const added = await post('/api/v1/payout-destinations', member, to)
  expect(added.statusCode, added.body).toBe(201)
  await sql`update payout_destination set usable_from = created_at where id = ${added.json().id}`.execute(
    app.db,
  )

  const { id: quoteId } = await quoteFor(app, member, { crels: 8000 })
  const wish = { quoteId, destinationId: added.json().id }
  await asOwner(`update identity.security_event set at = at - interval '49 hours'`)
  await ageFactorProof()
  const refused = await post('/api/v1/redemptions', member, wish)
  expect(refused.json()).toMatchObject({ status: 403, code: 'requires_second_factor' })
  await post('/identity/second-factors/proof', member, { recoveryCode: authenticator.recoveryCodes[0] })
  const redeemed = await post('/api/v1/redemptions', member, wish)
  expect(redeemed.statusCode, redeemed.body).toBe(201)
})

test('a second factor added by a thief freezes payouts for 48 hours, as another password does', async () => {
  const member = await createMember(app, { profile: completeProfile })
  await giveCrels(app, await partyOf(app, member), 10_000)
  const authenticator = await addAuthenticator(app, member)
  await post('/identity/second-factors/proof', member, { code: codeOf(authenticator) })
  const destinationId = await addUsableDestination(app, member, { kind: 'paypal', email: member.email })
  const { id: quoteId } = await quoteFor(app, member, { crels: 1_000 })
  const frozen = await post('/api/v1/redemptions', member, { quoteId, destinationId })
  expect(frozen.json()).toMatchObject({ status: 409, code: 'payouts_frozen' })
  const hours = (Date.parse(frozen.json().until) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(47.9)
  expect(hours).toBeLessThanOrEqual(48)
})

test('new recovery codes are a new second factor: they freeze payouts, too', async () => {
  const member = await createMember(app, { profile: completeProfile })
  const { recoveryCodes } = await addAuthenticator(app, member)
  await asOwner(`update identity.security_event set at = at - interval '49 hours'`)
  const frozenUntil = async () =>
    (await app.server.inject({ url: '/api/v1/redemptions/terms', headers: member.headers })).json()
      .frozenUntil
  expect(await frozenUntil()).toBeNull()
  await post('/identity/second-factors/proof', member, { recoveryCode: recoveryCodes[0] })
  const made = await post('/identity/recovery-codes', member, {})
  expect(made.statusCode, made.body).toBe(200)
  expect(await frozenUntil()).not.toBeNull()
})

test('where no second factor is asked for, a new one freezes nothing', async () => {
  const open = await startTestApp()
  try {
    const member = await createMember(open, { profile: completeProfile })
    await addAuthenticator(open, member)
    const { headers } = member
    const terms = await open.server.inject({ url: '/api/v1/redemptions/terms', headers })
    expect(terms.json().frozenUntil).toBeNull()
  } finally {
    await open.close()
  }
})

test('an outside provider cannot prove it, so the setting is refused at start', () => {
  const settings = { REDEMPTION_SECOND_FACTOR: 'true', IDENTITY_PROVIDER: 'firebase' }
  expect(() => readConfig({ ...settings, IDENTITY_FIREBASE: 'project key' })).toThrow(
    /REDEMPTION_SECOND_FACTOR/,
  )
})

const ageFactorProof = async () =>
  await asOwner(
    `update identity.session_proof set second_factor_at = second_factor_at - interval '11 minutes'`,
  )

async function asOwner(statement: string) {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}
