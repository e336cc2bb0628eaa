import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPixelKey } from '#server/modules/brands/public.ts'
import { listAuditEntries } from '#server/modules/operators/public.ts'
import {
  app,
  follow,
  hasty,
  openApp,
  advanceClock,
  read,
  refund,
  report,
  sale,
  sell,
  stage,
  usd,
  type Stage,
} from './conversions.fixture.ts'
import { correctConversion, type Correction } from './correct-conversion.ts'
import { decideConversionReview } from './decide-conversion-review.ts'
import { countTrust } from './campaign-trust.ts'

openApp()

type Changes = Omit<Correction, 'conversionId' | 'reason'> & { reason?: string }

const correct = async (conversionId: string, changes: Changes = {}) =>
  await app.db.transaction().execute(async (tx) => {
    const said = { reason: 'The brand’s clock was wrong', ...changes }
    return await correctConversion(tx, testActor, { conversionId, ...said }, app)
  })

const decide = async (conversionId: string, accept: boolean) =>
  await app.db
    .transaction()
    .execute(async (tx) => await decideConversionReview(tx, testActor, { conversionId, accept }))

/** A sale that is rejected because it names an unknown click, and the right click. */
async function rejected(at: Stage) {
  const clickId = await follow(at.code)
  await advanceClock('1 minute')
  const sent = sale(`clk_${'0'.repeat(32)}`)
  const { body } = await report(at.key, sent)
  expect(body).toMatchObject({ status: 'rejected', reason: 'click_unknown' })
  return { sent, clickId, conversionId: body.id as string }
}

const conversionsOf = async (at: Stage) =>
  (await read(at.member, '/enrolments')).items[0].statistics.conversions

test('notifies who loses what was recorded wrongly, and nobody of a report that paid nothing', async () => {
  const at = await stage()
  const { clickId, conversionId } = await rejected(at)
  const { id } = await correct(conversionId, { clickId })
  expect((await read(at.member, '/notifications')).items).toEqual([])
  await correct(id, { amount: { currency: 'USD', minor: 50_00 } })
  expect((await read(at.member, '/notifications')).items).toMatchObject([
    {
      kind: 'earning_taken_back',
      title: 'We took back 84 crels',
      body: expect.stringContaining('had been recorded wrongly'),
    },
  ])
})

test('pays a rejected report once, by adding; the event is the new one from then on', async () => {
  const at = await stage()
  const { sent, clickId, conversionId } = await rejected(at)
  const done = await correct(conversionId, { clickId })
  expect(done).toMatchObject({ eventId: sent.eventId, status: 'accepted', earning: { crels: 84 } })
  expect(done.id).not.toBe(conversionId)
  await expect(correct(conversionId, { clickId })).rejects.toMatchObject({ code: 'conflict' })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })

  const { rows } = await sql`
    select id, status, reason, corrects, correction_reason, corrected_by from conversion
    where event_id = ${sent.eventId} order by created_at, corrects nulls first`.execute(app.db)
  expect(rows).toEqual([
    {
      id: conversionId,
      status: 'rejected',
      reason: 'click_unknown',
      corrects: null,
      correction_reason: null,
      corrected_by: null,
    },
    {
      id: done.id,
      status: 'accepted',
      reason: null,
      corrects: conversionId,
      correction_reason: 'The brand’s clock was wrong',
      corrected_by: 'test',
    },
  ])
  expect(await report(at.key, sent)).toMatchObject({ status: 200, body: done })
  expect(await report(at.key, { ...sent, type: 'lead' })).toMatchObject({ status: 409 })
  expect(await conversionsOf(at)).toBe(1)
  expect((await refund(at.key, sent.eventId)).body).toMatchObject({ reversedCrels: 84 })
})

test('why is sealed in the log by the key of whose it was, or is now', async () => {
  const [at, other] = [await stage(), await stage()]
  const { clickId, conversionId } = await rejected(at)
  const wrong = await sell(other)
  await correct(conversionId, { clickId, reason: 'Fern asked on the phone' })
  await correct(wrong.body.id, { ...usd(50_00), reason: 'Fern asked on the phone' })
  for (const [target, { uid }] of [
    [conversionId, at.member],
    [wrong.body.id, other.member],
  ] as const)
    expect(
      await listAuditEntries(app.db, { target, limit: 1 }, { reader: { role: 'owner' }, secret: app.secret }),
    ).toMatchObject([{ member: uid, reason: null, personal: { reason: 'Fern asked on the phone' } }])
  const { rows } = await sql`
    select from audit_entry e where e::text like '%Fern%'`.execute(app.db)
  expect(rows).toEqual([])
})

test('pays once when twenty correct it at the same time', async () => {
  const at = await stage()
  const { clickId, conversionId } = await rejected(at)
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, async () => await correct(conversionId, { clickId })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
})

test('a decision that was wrong is put right: what was rejected by a person is paid', async () => {
  const at = await stage()
  const { body } = await report(at.key, hasty(await follow(at.code)))
  await decide(body.id, false)
  expect(await correct(body.id)).toMatchObject({ status: 'accepted' })
  expect((await read(at.member, '/earnings')).items).toMatchObject([
    { state: 'pending', crels: 84 },
    { state: 'reversed', reason: 'not_genuine' },
  ])
})

test('a wrong amount is taken back and the right one is added', async () => {
  const at = await stage({ sale: { bps: 800 } })
  const { body, sent } = await sell(at, { amount: { currency: 'USD', minor: 1000_00 } })
  expect(body.earning.crels).toBe(840)
  const done = await correct(body.id, { amount: { currency: 'USD', minor: 100_00 } })
  expect(done.earning!.crels).toBe(84)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
  expect(await conversionsOf(at)).toBe(1)
  const summary = await read(at.member, '/analytics/summary')
  expect(summary.statistics).toMatchObject({ conversions: 1, crels: 84 })
  await countTrust(app.db)
  const { rows } = await sql`
    select decided, accepted, earned_crels, reversed_crels from campaign_trust
    where campaign_id = ${at.campaignId}`.execute(app.db)
  expect(rows).toEqual([{ decided: 1, accepted: 1, earned_crels: 84, reversed_crels: 0 }])
  // And once more, after a refund of a part: what is left is named.
  expect((await refund(at.key, sent.eventId, { ...usd(50_00), refundId: 'r-1' })).status).toBe(200)
  await expect(correct(done.id)).rejects.toMatchObject({ code: 'conflict' })
  const again = await correct(done.id, { amount: { currency: 'USD', minor: 50_00 } })
  expect(again.earning!.crels).toBe(42)
  expect(await refund(at.key, sent.eventId, { ...usd(50_00), refundId: 'r-1' })).toMatchObject({
    status: 200,
    body: { reversedCrels: 42 },
  })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 42 })
})

test('a sale that was refunded whole is paid again only for an amount that is named', async () => {
  const at = await stage()
  const { body, sent } = await sell(at)
  expect((await refund(at.key, sent.eventId)).status).toBe(200)
  await expect(correct(body.id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
  await correct(body.id, { amount: { currency: 'USD', minor: 100_00 } })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
})

test('the campaign’s budget, cap and terms apply to it; where they refuse, nothing changes', async () => {
  const at = await stage({ budgetCrels: 100 })
  const { clickId, conversionId } = await rejected(at)
  await sell(at)
  await expect(correct(conversionId, { clickId })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('budget_spent') as string,
  })
  await expect(correct(conversionId)).rejects.toMatchObject({
    message: expect.stringContaining('click_unknown') as string,
  })
  const { rows } =
    await sql`select from conversion where corrects is not null and campaign_id = ${at.campaignId}`.execute(
      app.db,
    )
  expect(rows).toEqual([])
  // An accepted one that would earn nothing any more keeps what it has.
  const other = await stage({ sale: { bps: 800 } })
  const { body } = await sell(other)
  const tiny = { amount: { currency: 'USD', minor: 1 } }
  await expect(correct(body.id, tiny)).rejects.toMatchObject({ code: 'conflict' })
  expect(await read(other.member, '/wallet')).toMatchObject({ pending: 84 })
})

test('refuses one under review, which is decided instead, and an unknown one', async () => {
  const at = await stage()
  const { body } = await report(at.key, hasty(await follow(at.code)))
  await expect(correct(body.id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(correct('cnv_unknown')).rejects.toMatchObject({ code: 'not_found' })
})

test('a pixel’s word that was rejected is paid once, whatever the server reports then', async () => {
  const at = await stage()
  const pixelOf = async (clickId: string, event: string) => {
    const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${at.brandId}`.execute(
      app.db,
    )
    const { id } = await app.db
      .transaction()
      .execute(async (tx) => await createPixelKey(tx, testActor, { brand: rows[0]!.slug, label: event }))
    const url = `/px/${id}.gif?click=${clickId}&event=${event}&type=sale&amount=100&currency=USD`
    await app.server.inject({ url })
    const found = await sql<{ id: string }>`
      select id from conversion where brand_id = ${at.brandId} and event_id like ${`pixel:%${event}%`}`.execute(
      app.db,
    )
    return found.rows[0]!.id
  }
  const clickId = await follow(at.code)
  await advanceClock('1 minute')
  const first = await pixelOf(clickId, 'by-pixel')
  await decide(first, false)
  const done = await correct(first)
  const late = await report(at.key, sale(clickId, { eventId: 'by-pixel' }))
  expect(late).toMatchObject({ status: 200, body: { id: done.id, status: 'accepted' } })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })

  // The server has reported it: that is the one to put right.
  const second = await pixelOf(clickId, 'by-both')
  expect((await report(at.key, sale(`clk_${'0'.repeat(32)}`, { eventId: 'by-both' }))).body.status).toBe(
    'rejected',
  )
  await expect(correct(second)).rejects.toMatchObject({ code: 'conflict' })
})
