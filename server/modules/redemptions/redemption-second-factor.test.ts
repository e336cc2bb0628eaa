import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { giveCrels, quoteFor, subjectOf } from '#testing/redeemers.ts'
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
  await giveCrels(app, await subjectOf(app, member), 10_000)
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
  await ageFactorProof()
  const refused = await post('/api/v1/redemptions', member, wish)
  expect(refused.json()).toMatchObject({ status: 403, code: 'requires_second_factor' })
  await post('/identity/second-factors/proof', member, { recoveryCode: authenticator.recoveryCodes[0] })
  const redeemed = await post('/api/v1/redemptions', member, wish)
  expect(redeemed.statusCode, redeemed.body).toBe(201)
})

test('an outside provider cannot prove it, so the setting is refused at start', () => {
  const settings = { REDEMPTION_SECOND_FACTOR: 'true', IDENTITY_PROVIDER: 'firebase' }
  expect(() => readConfig({ ...settings, IDENTITY_FIREBASE: 'project key' })).toThrow(
    /REDEMPTION_SECOND_FACTOR/,
  )
})

async function ageFactorProof() {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query(
    `update identity.session_proof set second_factor_at = second_factor_at - interval '11 minutes'`,
  )
  await owner.end()
}
