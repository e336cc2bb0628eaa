import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Redemption } from '#contracts/redemptions.schemas.ts'
import { switchExchange } from '#server/modules/exchange/public.ts'
import { switchFeature, type PausableFeature } from '#server/modules/pauses/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { completeProfile } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { askForTaxForms, certify } from '#testing/tax.ts'
import {
  actor,
  app,
  approved,
  blockCountries,
  call,
  changedAccount,
  openApp,
  owe,
  set,
} from './redemptions.fixture.ts'
import { allowPayouts, stopPayouts } from './stop-payouts.ts'

openApp()

afterEach(async () => await askForTaxForms(app, 'off'))

const shown = async (member: Redeemer, id: string): Promise<Redemption> =>
  (await call(member, 'GET', '/redemptions')).body.items.find((one: Redemption) => one.id === id)

const waitsFor = async (member: Redeemer, id: string) => (await shown(member, id)).waitsFor

const pause = async (feature: PausableFeature, paused: boolean) =>
  await inTransaction(app.db, async (tx) => switchFeature(tx, actor, { feature, paused, reason: 'a test' }))
const pausePayouts = async (paused: boolean) => await pause('payout', paused)
const pauseExchange = async (paused: boolean) =>
  await inTransaction(app.db, async (tx) => switchExchange(tx, testActor, { paused, reason: 'a test' }))

/** What refuses to send a payout says so to its member, too. */
async function expectRefused(member: Redeemer, id: string, reason: string): Promise<void> {
  expect((await waitsFor(member, id))?.reason).toBe(reason)
  await expect(app.redemptions.send({ redemptionId: id, actor, provider: 'manual' })).rejects.toMatchObject({
    code: reason,
  })
}

test('what is approved says why it cannot be sent, by the checks that refuse it, and until when', async () => {
  const member = await createRedeemer(app)
  const id = await approved(member, { usdCents: 60_00 })
  expect(await shown(member, id)).toMatchObject({ state: 'approved', waitsFor: null, isCancellable: false })

  await pausePayouts(true)
  await expectRefused(member, id, 'payouts_paused')
  await pausePayouts(false)

  await askForTaxForms(app, 'us', 50_00)
  await expectRefused(member, id, 'tax_profile_required')
  expect((await certify(app, member)).statusCode).toBe(200)
  expect(await waitsFor(member, id)).toBeNull()

  await blockCountries(['US', 'PT', 'DE'])
  await expectRefused(member, id, 'country_blocked')
  await blockCountries([])

  const { rows } = await sql<{ birthday: string }>`
    select birthday::text from member where uid = ${member.uid}`.execute(app.db)
  for (const [birthday, reason] of [
    [null, 'profile_incomplete'],
    [`${new Date().getUTCFullYear() - 10}-01-01`, 'too_young'],
  ]) {
    await sql`update member set birthday = ${birthday}::date where uid = ${member.uid}`.execute(app.db)
    await expectRefused(member, id, reason!)
  }
  await sql`update member set birthday = ${rows[0]!.birthday}::date where uid = ${member.uid}`.execute(app.db)

  const stop = { uid: member.uid, reason: 'a test' }
  await inTransaction(app.db, async (tx) => stopPayouts(tx, actor, { ...stop, days: 3 }, app))
  await expectRefused(member, id, 'payouts_stopped')
  const leftMs = Date.parse((await waitsFor(member, id))!.until!) - Date.now()
  expect(leftMs / 86_400_000).toBeCloseTo(3, 2)
  await inTransaction(app.db, async (tx) => allowPayouts(tx, actor, stop, app))

  await changedAccount(member.uid, 'password_changed', '1 hour')
  await expectRefused(member, id, 'payouts_frozen')
  await owe(member)
  await expectRefused(member, id, 'debt_open')
})

test('what is requested says it as well, from its request on, and can be cancelled; what is over waits for nothing', async () => {
  const member = await createRedeemer(app)
  await pausePayouts(true)
  const asked = await redeem(app, member)
  const waiting = {
    waitsFor: { reason: 'payouts_paused', until: null, blockedBy: null },
    isCancellable: true,
  }
  expect(asked).toMatchObject(waiting)
  expect(await shown(member, asked.id)).toMatchObject(waiting)
  const { body } = await call(member, 'POST', `/redemptions/${asked.id}/cancel`, {})
  await pausePayouts(false)
  expect(body).toMatchObject({ state: 'cancelled', waitsFor: null, isCancellable: false })
  expect(await shown(member, asked.id)).toEqual(body)
})

test('the terms say which of what a payout takes is paused; of payouts alone one can be asked for', async () => {
  const member = await createRedeemer(app)
  const paused = async () => {
    const { paused: isPaused, pauses } = (await call(member, 'GET', '/redemptions/terms')).body
    return [isPaused, pauses]
  }
  expect(await paused()).toEqual([false, []])
  await pausePayouts(true)
  expect(await paused()).toEqual([false, ['payout']])
  await pause('redemption', true)
  await pauseExchange(true)
  expect(await paused()).toEqual([true, ['exchange', 'redemption', 'payout']])
  await pausePayouts(false)
  await pause('redemption', false)
  expect(await paused()).toEqual([true, ['exchange']])
  await pauseExchange(false)
})

test('a reminder that one can cash out waits while one cannot, and is not spent', async () => {
  const german = { kind: 'bank', holder: 'Ada', iban: 'DE89370400440532013000' }
  const profile = { ...completeProfile, countryOfResidence: 'PT' }
  const member = await createRedeemer(app, { to: german, profile })
  await sql`update payout_destination set remind = true where id = ${member.destinationId}`.execute(app.db)
  const reminded = async () => await app.jobs.run('notify-usable-destinations')
  const hindrances = [
    async (is: boolean) => await pause('redemption', is),
    pauseExchange,
    async (is: boolean) => await blockCountries(is ? ['DE'] : []),
    async (is: boolean) => await set('redemption.minimumAge', is ? 120 : 18),
  ]
  for (const hinder of hindrances) {
    await hinder(true)
    expect(await reminded()).toEqual({ notified: 0 })
    await hinder(false)
  }
  const owing = await createRedeemer(app)
  await sql`update payout_destination set remind = true where id = ${owing.destinationId}`.execute(app.db)
  await owe(owing)
  expect(await reminded()).toEqual({ notified: 1 })
  expect(await reminded()).toEqual({ notified: 0 })
})
