import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { OperatedConversion, OperatedConversionDetail } from '#contracts/operator-conversions.schemas.ts'
import {
  advanceClock,
  app,
  follow,
  openApp,
  read,
  refund,
  report,
  sale,
  sell,
  stage,
  usd,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

openApp()

let mia: TestOperator
beforeAll(async () => {
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = mia) {
  return await callOperator(app, who, { method, path: `/conversions${url}`, payload })
}
const list = async (query = '') =>
  (await call('GET', `?${query}`)).body as { items: OperatedConversion[]; nextCursor: string | null }
const one = async (id: string) => (await call('GET', `/${id}`)).body as OperatedConversionDetail
const brandOf = async (at: Stage) => {
  const { rows } = await sql<{ slug: string }>`
    select b.slug from campaign c join brand b on b.id = c.brand_id where c.id = ${at.campaignId}`.execute(
    app.db,
  )
  return rows[0]!.slug
}

/** A sale that names an unknown click, and the click it was for. */
async function rejectedSale(at: Stage) {
  const clickId = await follow(at.code)
  await advanceClock('1 minute')
  const sent = sale(`clk_${'0'.repeat(32)}`)
  const { body } = await report(at.key, sent)
  return { id: body.id as string, eventId: sent.eventId, clickId }
}

test('lists conversions of all brands, the newest first, by status, brand, reason and member', async () => {
  const at = await stage()
  const other = await stage()
  const { body: sold } = await sell(at)
  const rejected = await rejectedSale(at)
  await sell(other)
  const brand = await brandOf(at)
  const { items } = await list(`brand=${brand}`)
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [rejected.id, 'rejected'],
    [sold.id, 'accepted'],
  ])
  expect(items[0]).toMatchObject({ reason: 'click_unknown', member: null, campaign: null, crels: 0 })
  expect(items[1]).toMatchObject({
    brand: { slug: brand },
    campaign: { id: at.campaignId },
    member: { uid: at.member.uid },
    crels: 84,
    isCorrected: false,
  })
  expect((await list(`status=rejected&brand=${brand}`)).items.map(({ id }) => id)).toEqual([rejected.id])
  expect((await list(`reason=click_unknown&brand=${brand}`)).items).toHaveLength(1)
  expect((await list(`uid=${at.member.uid}`)).items.map(({ id }) => id)).toEqual([sold.id])
  const first = await list(`brand=${brand}&limit=1`)
  const second = await list(`brand=${brand}&limit=1&cursor=${first.nextCursor}`)
  expect([first, second].map((page) => page.items[0]!.id)).toEqual([rejected.id, sold.id])
  expect(second.nextCursor).toBeNull()
  expect((await list('brand=no-such-brand')).items).toEqual([])
})

test('says what a correction would earn without making it, then makes it once', async () => {
  const at = await stage()
  const { id, eventId, clickId } = await rejectedSale(at)
  const preview = await call('POST', `/${id}/correction-preview`, { clickId })
  expect(preview.body).toMatchObject({ eventId, status: 'accepted', earning: { crels: 84 } })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
  expect(await one(id)).toMatchObject({ status: 'rejected', correctedBy: null, earning: null })

  const right = { clickId, reason: 'The shop sent the wrong click' }
  const both = await Promise.all([1, 2].map(async () => call('POST', `/${id}/correct`, right)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const added = both.find(({ status }) => status === 200)!.body
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
  expect(await one(id)).toMatchObject({ status: 'rejected', correctedBy: added.id })
  expect(await one(added.id)).toMatchObject({
    status: 'accepted',
    member: { uid: at.member.uid },
    linkCode: at.code,
    earning: { state: 'pending', crels: 84, reversedCrels: 0 },
    corrects: { id, reason: right.reason },
    refunds: [],
  })
  expect((await list(`brand=${await brandOf(at)}`)).items.map(({ isCorrected }) => isCorrected)).toEqual([
    false,
    true,
  ])
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where target = ${id} order by seq`.execute(app.db)
  expect(rows).toEqual([{ action: 'conversion.correct' }])
})

test('the log has the time of a sale before it was corrected, as it has the one after', async () => {
  const at = await stage()
  const { body, sent } = await sell(at)
  const { occurredAt } = await one(body.id)
  const corrected = new Date(Date.parse(occurredAt) - 1_000).toISOString()
  const { status } = await call('POST', `/${body.id}/correct`, { occurredAt: corrected, reason: 'Its clock' })
  expect([status, sent.eventId]).toEqual([200, body.eventId])
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    select before, after from audit_entry where target = ${body.id}`.execute(app.db)
  expect(rows).toMatchObject([{ before: { type: 'sale', occurredAt }, after: { occurredAt: corrected } }])
})

test('says why a correction cannot be made, and changes nothing', async () => {
  const at = await stage()
  const { id } = await rejectedSale(at)
  for (const act of ['correction-preview', 'correct']) {
    const reason = act === 'correct' ? { reason: 'Another click' } : {}
    const refused = await call('POST', `/${id}/${act}`, { clickId: `clk_${'1'.repeat(32)}`, ...reason })
    expect(refused, act).toMatchObject({ status: 409, body: { code: 'conflict' } })
  }
  expect((await call('POST', `/${id}/correct`, { reason: ' ' })).status).toBe(422)
  expect((await call('POST', `/${id}/correct`, { reason: 'x', status: 'accepted' })).status).toBe(422)
  const unknown = `cnv_${'0'.repeat(32)}`
  expect((await call('GET', `/${unknown}`)).status).toBe(404)
  expect((await call('POST', `/${unknown}/correct`, { reason: 'x' })).status).toBe(404)
  expect((await call('POST', `/${unknown}/reverse`, { reason: 'fraud' })).status).toBe(404)
  expect(await one(id)).toMatchObject({ status: 'rejected', correctedBy: null })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
})

test('takes back what is left of an accepted one, once', async () => {
  const at = await stage()
  const { body } = await sell(at)
  await refund(at.key, body.eventId, usd(20_00))
  const left = (await one(body.id)).crels
  expect(left).toBeGreaterThan(0)
  const both = await Promise.all(
    [1, 2].map(async () => call('POST', `/${body.id}/reverse`, { reason: 'fraud' })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const after = await one(body.id)
  expect(after).toMatchObject({ crels: 0, earning: { state: 'reversed', crels: 84, reversedCrels: 84 } })
  expect(after.refunds.map(({ crels }) => crels)).toEqual([84 - left, left])
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
  const { id } = await rejectedSale(at)
  expect((await call('POST', `/${id}/reverse`, { reason: 'fraud' })).body.code).toBe('not_refundable')
})

test('support may read, and neither correct nor take back', async () => {
  const at = await stage()
  const { id, clickId } = await rejectedSale(at)
  const sam = await operatorBearer(app, 'support')
  expect((await call('GET', `/${id}`, undefined, sam)).status).toBe(200)
  for (const [act, body] of [
    ['correction-preview', { clickId }],
    ['correct', { clickId, reason: 'x' }],
    ['reverse', { reason: 'fraud' }],
  ] as const)
    expect((await call('POST', `/${id}/${act}`, body, sam)).status, act).toBe(403)
})
