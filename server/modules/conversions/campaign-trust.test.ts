import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPixelKey } from '#server/modules/brands/public.ts'
import { testActor } from '#testing/operators.ts'
import { countTrust } from './campaign-trust.ts'
import {
  app,
  follow,
  openApp,
  advanceClock,
  read,
  refund,
  report,
  sale,
  stage,
} from './conversions.fixture.ts'
import { unlockDueEarnings } from './unlock-earnings.ts'

openApp()

async function trustOf(campaignId: string) {
  const response = await app.server.inject({ url: `/api/v1/public/campaigns/${campaignId}` })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().trust
}

const unknown = {
  approvalPercent: null,
  validationHours: null,
  earningsPerClickMillicrels: null,
  reversedPercent: null,
}

test('a campaign’s page says what became of its results, once there are enough', async () => {
  const at = await stage({ sale: { crels: 50 }, holdDays: 2 })
  expect(await trustOf(at.campaignId)).toEqual({ ...unknown, countedAt: null })

  const clicks: string[] = []
  for (let visit = 0; visit < 12; visit++) clicks.push(await follow(at.code))
  await advanceClock('10 seconds')
  const sales = clicks.slice(0, 10).map((clickId) => sale(clickId))
  for (const sent of sales) expect((await report(at.key, sent)).body.status).toBe('accepted')
  // No lead is paid here: it is reported and refused.
  for (const clickId of clicks.slice(10))
    expect((await report(at.key, sale(clickId, { type: 'lead', amount: undefined }))).body.status).toBe(
      'rejected',
    )
  await refund(at.key, sales[0]!.eventId)
  await refund(at.key, sales[1]!.eventId, { amount: { currency: 'USD', minor: 50_00 } })
  await advanceClock('48 hours')
  await app.db.transaction().execute(async (tx) => await unlockDueEarnings(tx, app.clock.now()))
  await countTrust(app.db)

  // 10 of 12 were paid, 75 of 500 crels went back; too few clicks to say what one brings.
  expect(await trustOf(at.campaignId)).toEqual({
    approvalPercent: 83,
    validationHours: expect.toSatisfy((hours: number) => hours === 48 || hours === 49) as number,
    earningsPerClickMillicrels: null,
    reversedPercent: 15,
    countedAt: expect.any(String) as string,
  })
  expect((await read(at.member, `/campaigns/${at.campaignId}`)).trust.approvalPercent).toBe(83)

  // Three months later nothing of it counts any more.
  await advanceClock('91 days')
  await countTrust(app.db)
  expect(await trustOf(at.campaignId)).toMatchObject(unknown)
})

test('a pixel without a decision does not count as a result', async () => {
  const at = await stage({ sale: { crels: 50 } })
  const { slug } = await app.db
    .selectFrom('brand')
    .select('slug')
    .where('id', '=', at.brandId)
    .executeTakeFirstOrThrow()
  const pixel = await app.db
    .transaction()
    .execute(async (tx) => await createPixelKey(tx, testActor, { brand: slug, label: 'page' }))
  const load = async (click: string, event: string, type: string) => {
    const query = new URLSearchParams({ click, event, type })
    const { headers } = await app.server.inject({ url: `/px/${pixel.id}.gif?${query.toString()}` })
    return headers['crels-result']
  }

  const clicks: string[] = []
  for (let visit = 0; visit < 10; visit++) clicks.push(await follow(at.code))
  await advanceClock('10 seconds')
  for (const [index, clickId] of clicks.entries()) {
    const sent = sale(clickId)
    // The page and then the server report the same order; a stranger loads the image with what is not offered.
    expect(await load(clickId, sent.eventId, 'sale')).toBe('received')
    expect((await report(at.key, sent)).body.status).toBe('accepted')
    expect(await load(clickId, `made-up-${index}`, 'lead')).toBe('received')
  }
  await countTrust(app.db)
  expect((await trustOf(at.campaignId)).approvalPercent).toBe(100)
})

test('clicks bring what was earned for them, less what was taken back', async () => {
  const at = await stage({ leadCrels: 5 })
  const clickId = await follow(at.code)
  await advanceClock('10 seconds')
  await report(at.key, sale(clickId, { type: 'lead', amount: undefined }))
  await app.clicks.flush()
  await countTrust(app.db)
  await sql`update campaign_trust set clicks = 400 where campaign_id = ${at.campaignId}`.execute(app.db)
  expect((await trustOf(at.campaignId)).earningsPerClickMillicrels).toBe(12)
})
