import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operatorEndpoints } from '#contracts/operator-endpoints.ts'
import { isNeverOwn, type OperatorAct, type OperatorPermission } from '#rules/operator-permissions.ts'
import {
  advanceClock,
  app,
  follow,
  joinStage,
  openApp,
  sell,
  stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { callShop } from '#testing/shop.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { seasonInReview } from '#testing/seasons.ts'
import { boss, call, claimed, done, olga, openTrials, ordered, own, trials } from './own-account.fixture.ts'

openApp()
openTrials()

/** Acts that earn nobody anything themselves, or that are everybody’s: a new one is put here, or among those above. */
const harmless: ReadonlySet<OperatorPermission> = new Set([
  'factor.add',
  'session.end',
  'read.own',
  'factor.remove',
  'operator.add',
  'operator.invite',
  'operator-key.create',
  'operator-key.revoke',
  'operator.disable',
  'operator.enable',
  'rate.set',
  'operator.change-role',
  'list.export',
  'redemption.open-destination',
  'brand.ask',
  'support.answer',
  'support.close',
  'support.write',
  'support.assign',
  'support.reopen',
  'link.ban',
  'shop.assign',
  'shop.ship',
  'deletion.assign',
  'deletion.retry',
  'brand.create',
  'brand.edit',
  'brand.logo',
  'brand.resume',
  'brand.contact',
  'brand.suspend',
  'campaign.create',
  'read',
  'campaign.edit',
  'campaign.state',
  'campaign.remove',
  'campaign.picture',
  'campaign.erase-picture',
  'campaign.top-up',
  'campaign.reduce-budget',
  'brand-key.create',
  'brand-key.revoke',
  'brand-key.rotate',
  'webhook.add',
  'webhook.disable',
  'webhook.enable',
  'webhook.remove',
  'webhook.replay',
  'webhook.rotate',
  'webhook.test',
  'shop.restock',
  'shop.add',
  'shop.edit',
  'shop.import-codes',
  'shop.image',
  'shop.take-back-codes',
  'restore.codes',
  'announcement.send',
  'announcement.withdraw',
  'banner.set',
  'faq.edit',
  'category.edit',
  'site.set',
  'economy.keep',
  'demo.load',
  'demo.remove',
  'mail.test',
  'mail.arrived',
  'mail.lift',
  'legal.publish',
  'link.block-host',
  'member.disable',
  'member.note',
  'member.sign-out',
  'member.stop-payouts',
  // One's own stop: what another put is not lifted by it.
  'member.undo-payout-stop',
  'member.erase',
  'member.export',
  'member.view-as',
  'payout-run.close',
  'payout-run.discard',
  'tax.report',
  'tax.open',
  'economy.set',
  'currency.set',
  'exchange.pause',
  'link-creation.pause',
  'payout.pause',
  'redemption.pause',
  'sign-up.pause',
  'exchange.resume',
  'link-creation.resume',
  'payout.resume',
  'redemption.resume',
  'sign-up.resume',
  'read.money',
  'read.audit',
  'job.run',
])

// First: a trial below signs Boss out as a member.
test('a correction that names one’s own click is another operator’s, too', async () => {
  const at = await stage()
  const { body } = await sell(at)
  const { code } = await joinStage(at.campaignId, own)
  const clickId = await follow(code)
  await advanceClock('10 seconds')
  const occurredAt = app.clock.now().toISOString()
  const asked = {
    path: `/conversions/${body.id}/correct`,
    payload: { clickId, occurredAt, reason: 'It was the other link.' },
  }
  expect(await call(boss, asked)).toMatchObject({ status: 403 })
  await done(olga, asked)
})

/** A key of a brand, made by the operator Boss, as its bearer. */
async function keyOfBoss(brandId: string): Promise<{ authorization: string }> {
  const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(app.db)
  const payload = { kind: 'secret', label: 'Shop' }
  const { secret } = await done(boss, { path: `/brands/${rows[0]!.slug}/keys`, payload })
  return { authorization: `Bearer ${secret}` }
}

test('what a brand says of who made its key waits for an operator', async () => {
  const at = await stage({}, own)
  expect((await sell(at)).body.status).toBe('accepted')
  expect((await sell({ ...at, key: await keyOfBoss(at.brandId) })).body).toMatchObject({
    status: 'under_review',
    reason: 'self_conversion',
  })
  const claimId = await claimed()
  const { rows } = await sql<{ brandId: string }>`
    select brand_id as "brandId" from conversion_claim where id = ${claimId}`.execute(app.db)
  const headers = await keyOfBoss(rows[0]!.brandId)
  const answer = async (payload: object) => {
    const url = `/api/v1/brand/conversion-claims/${claimId}/answer`
    return (await app.server.inject({ method: 'POST', url, headers, payload })).json<object>()
  }
  expect(await answer({ accept: true })).toMatchObject({
    code: 'claim_not_payable',
    detail: expect.stringContaining('made a key of the brand') as string,
  })
  expect(await answer({ accept: false, answer: 'We have no such order.' })).toMatchObject({
    state: 'declined',
  })
})

test('nobody takes out of a season who is ahead of them, and others do', async () => {
  const [ahead, behind] = [await createRedeemer(app), await createRedeemer(app)]
  await seasonInReview(app, '2019-02', [
    { party: ahead.party, points: 200 },
    { party: own.party, points: 100 },
    { party: behind.party, points: 50 },
  ])
  const exclusionOf = ({ uid }: { uid: string }) => ({
    path: '/seasons/2019-02/exclusions',
    payload: { uid, reason: 'Two accounts.' },
  })
  expect(await call(boss, exclusionOf(ahead))).toMatchObject({ status: 403 })
  await done(boss, exclusionOf(behind))
  await done(olga, exclusionOf(ahead))
})

test('an order of one’s own that no restore made wait is anybody’s to send, and cancelled as a member', async () => {
  const sent = await done(boss, { path: `/orders/${await ordered()}/ship`, payload: { carrier: 'DHL' } })
  expect(sent.state).toBe('fulfilled')
  const orderId = await ordered()
  // An operator’s cancelling has expired points last seven days more.
  const asked = { path: `/orders/${orderId}/cancel`, payload: { reason: 'Sold out.' } }
  expect(await call(boss, asked)).toMatchObject({ status: 403 })
  const { body } = await callShop(app, own, 'POST', `/orders/${orderId}/cancel`)
  expect(body).toMatchObject({ state: 'cancelled' })
})

test.each(Object.keys(trials))('%s: not on one’s own account, and by another operator', async (id) => {
  const asked = await trials[id]!()
  const { status, body } = await call(boss, asked)
  const said = body?.results?.[0]?.detail ?? body?.detail
  const isDone = status < 300 && (body?.results?.[0]?.done ?? true)
  expect([isDone, said]).toEqual([
    false,
    expect.stringMatching(/your own|paid by this run|Who asked for a redemption/),
  ])
  await done(olga, asked)
})

test('every route that changes anything is tried here, or is of an act that earns nobody anything', () => {
  const routes = operatorEndpoints.filter(({ access, method }) => access === 'operator' && method !== 'GET')
  const unknown = routes
    .filter(
      ({ id, permission }) =>
        !(id in trials) && (isNeverOwn(permission as OperatorAct) || !harmless.has(permission!)),
    )
    .map(({ id, permission }) => `${id}: ${permission}`)
  expect(unknown).toEqual([])
  const ids = new Set<string>(routes.map(({ id }) => id))
  expect(Object.keys(trials).filter((id) => !ids.has(id))).toEqual([])
})
