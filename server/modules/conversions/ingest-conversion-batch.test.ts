import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createBrandKey } from '#testing/campaigns.ts'
import { revokeBrandKey } from '#server/modules/brands/public.ts'
import { startBeside } from '#testing/app.ts'
import { clickOfDeadProcess } from '#testing/left-click.ts'
import { testActor } from '#testing/operators.ts'
import {
  app,
  bearer,
  follow,
  hasty,
  openApp,
  advanceClock,
  read,
  refund,
  report,
  sale,
  stage,
} from './conversions.fixture.ts'
import { ingestConversionBatch } from './ingest-conversion.ts'

openApp()

const conversions = async () =>
  (await sql<{ n: number }>`select count(*) as n from conversion`.execute(app.db)).rows[0]!.n

test('finds a click that is not loaded yet', async () => {
  const at = await stage()
  const clickId = await vi.waitFor(
    async () => {
      const followed = await follow(at.code)
      const { rows } = await sql`select from click where id = ${followed}`.execute(app.db)
      // Where the machine was paused in between, it is loaded already: the next one then.
      expect(rows).toHaveLength(0)
      return followed
    },
    { timeout: 30_000, interval: 0 },
  )
  expect((await report(at.key, hasty(clickId))).body.reason).toBe('too_fast')
  const next = await follow(at.code)
  const batch = await report(at.key, { items: [hasty(next), hasty(await follow(at.code))] })
  expect(batch.body.items).toMatchObject([{ reason: 'too_fast' }, { reason: 'too_fast' }])
})

test('finds a click that another process has answered and not loaded yet, or left behind as it died', async () => {
  const at = await stage()
  const beside = await startBeside(app)
  try {
    const clickId = await follow(at.code, {}, beside)
    expect((await report(at.key, hasty(clickId))).body).toMatchObject({ reason: 'too_fast' })
    const [next, second] = [await follow(at.code, {}, beside), await follow(at.code, {}, beside)]
    const { body } = await report(at.key, { items: [hasty(next), hasty(second)] })
    expect(body.items).toMatchObject([{ reason: 'too_fast' }, { reason: 'too_fast' }])

    const atMs = app.clock.now().getTime()
    const left = clickOfDeadProcess(beside.config, { linkId: at.linkId, atMs })
    left.leave()
    expect((await report(at.key, hasty(left.clickId))).body).toMatchObject({ reason: 'too_fast' })
  } finally {
    await beside.close()
  }
})

test('a click that may still come is answered 503 and records nothing; one that came never is unknown', async () => {
  const at = await stage()
  const young = { linkId: at.linkId, atMs: app.clock.now().getTime() }
  const [late, lost] = [clickOfDeadProcess(app.config, young), clickOfDeadProcess(app.config, young)]
  const sent = [sale(late.clickId), sale(lost.clickId)]
  const before = await conversions()
  expect(await report(at.key, sent[0])).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  const { body } = await report(at.key, { items: [...sent, sale('clk_unknown')] })
  expect(body.items).toMatchObject([
    { eventId: sent[0]!.eventId, error: { code: 'unavailable' } },
    { error: { code: 'unavailable' } },
    { reason: 'click_unknown' },
  ])
  expect(await conversions()).toBe(before + 1)

  // An hour from now there are no clicks yet, so any id is invented.
  const invented = clickOfDeadProcess(app.config, { ...young, atMs: young.atMs + 3_600_000 })
  expect((await report(at.key, sale(invented.clickId))).body).toMatchObject({ reason: 'click_unknown' })

  late.leave()
  expect((await report(at.key, sent[0])).status).toBe(201)
  await advanceClock('50 minutes')
  expect((await report(at.key, sent[1])).status).toBe(503)
  await advanceClock('11 minutes')
  expect((await report(at.key, sent[1])).body).toMatchObject({ status: 'rejected', reason: 'click_unknown' })
})

test('answers every row of a batch by itself, in the order sent', async () => {
  const at = await stage()
  const clickId = await follow(at.code)
  await advanceClock('10 seconds')
  const [first, second] = [sale(clickId), sale(clickId, { type: 'lead' })]
  const items = [
    first,
    { ...first, amount: undefined },
    null,
    'text',
    { eventId: 'no-click', type: 'sale' },
    { ...second, clickID: clickId },
    sale('clk_unknown'),
    first,
    second,
  ]
  const { status, body } = await report(at.key, { items })
  expect(status).toBe(200)
  expect(body.items).toMatchObject([
    { eventId: first.eventId, status: 'accepted', earning: { crels: 84 } },
    { eventId: first.eventId, error: { code: 'event_mismatch' } },
    { eventId: null, error: { code: 'validation_failed' } },
    { eventId: null, error: { code: 'validation_failed' } },
    { eventId: 'no-click', error: { code: 'validation_failed', detail: expect.stringContaining('clickId') } },
    { eventId: second.eventId, error: { code: 'validation_failed' } },
    { status: 'rejected', reason: 'click_unknown' },
    { eventId: first.eventId, status: 'accepted' },
    { eventId: second.eventId, status: 'accepted', earning: { crels: 12 } },
  ])
  expect(body.items[7]).toEqual(body.items[0])
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 96 })
})

test('the same rows, good and impossible, from four connections at once and in any order, are taken once', async () => {
  const at = await stage()
  const clickId = await follow(at.code)
  await advanceClock('10 seconds')
  const now = app.clock.now().getTime()
  const usd = (minor: unknown) => ({ amount: { currency: 'USD', minor } })
  const impossible = [
    ...[-1, 0, 0.5, 10_000_000_001, 1e15 + 1, 2 ** 53, '100', null].map(usd),
    { amount: { currency: 'usd', minor: 1 } },
    ...['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', '2026-02-30T00:00:00Z']
      .concat(['2026-11-22T24:00:00Z', '2016-12-31T23:59:60Z', '2026-11-22', 'now', ''])
      .concat([new Date(now + 600_000).toISOString(), new Date(now - 91 * 86_400_000).toISOString()])
      .map((occurredAt) => ({ occurredAt })),
  ].map((changes) => sale(clickId, changes))
  const good = Array.from({ length: 10 }, () => sale(clickId))
  // Six minutes before its click, which is more than clocks differ.
  const early = sale(clickId, { occurredAt: new Date(now - 370_000).toISOString() })
  const rows = [...good, early, ...impossible, ...good]
  const orders = [rows, rows.toReversed(), [...impossible, ...rows], rows]
  const answers = await Promise.all(orders.map(async (items) => await report(at.key, { items })))
  const byEvent = new Map<string, Set<string>>()
  for (const [order, { status, body }] of answers.entries()) {
    expect([status, body.items.length]).toEqual([200, orders[order]!.length])
    for (const [index, row] of body.items.entries()) {
      const { eventId } = orders[order]![index]!
      byEvent.set(eventId, (byEvent.get(eventId) ?? new Set()).add(JSON.stringify(row)))
    }
  }
  expect([...byEvent.values()].map(({ size }) => size)).toEqual(Array(byEvent.size).fill(1))
  const answered = ({ eventId }: { eventId: string }) => JSON.parse([...byEvent.get(eventId)!][0]!)
  for (const row of good) expect(answered(row)).toMatchObject({ status: 'accepted', earning: { crels: 84 } })
  for (const row of impossible)
    expect(answered(row), JSON.stringify(row)).toMatchObject({ error: { code: 'validation_failed' } })
  expect(answered(early)).toMatchObject({ status: 'rejected', reason: 'before_click' })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 840 })
  // What was impossible has left nothing behind: it may be sent again as it should be.
  const mended = impossible.map(({ eventId }) => sale('clk_unknown', { eventId }))
  const { body } = await report(at.key, { items: mended })
  expect(new Set(body.items.map(({ reason }: { reason: string }) => reason))).toEqual(
    new Set(['click_unknown']),
  )
})

test('takes a batch of five hundred, and not one more', async () => {
  const at = await stage({ budgetCrels: 100_000 })
  const clickId = await follow(at.code)
  await advanceClock('10 seconds')
  const items = Array.from({ length: 500 }, () => sale(clickId))
  // On a machine that is busy with other tests some rows may not get their turn.
  const taken = async () => {
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await report(at.key, { items })
      expect([status, body.items.length]).toEqual([200, 500])
      if (!JSON.stringify(body).includes('"unavailable"')) return body
    }
    throw new Error('After five tries some rows still had no turn')
  }
  const body = await taken()
  expect(body.items.filter((item: { status: string }) => item.status === 'accepted')).toHaveLength(20)
  expect(body.items.filter((item: { reason?: string }) => item.reason === 'burst')).toHaveLength(480)
  expect(await taken()).toEqual(body)
  expect((await report(at.key, { items: [...items, sale(clickId)] })).status).toBe(422)
  expect((await report(at.key, { items: [] })).status).toBe(422)
}, 120_000)

test('answers rows that there was no time for, to be sent again', async () => {
  const at = await stage()
  const items = [sale('clk_unknown'), { eventId: 'bad' }]
  const failures: unknown[] = []
  const deps = {
    db: app.db,
    clock: app.clock,
    clicks: app.clicks,
    failed: (failure: unknown) => failures.push(failure),
  }
  const rows = await ingestConversionBatch(deps, at, items, 0)
  expect(rows).toMatchObject([
    { eventId: items[0]!.eventId, error: { code: 'unavailable' } },
    { eventId: 'bad', error: { code: 'validation_failed' } },
  ])
  expect(failures).toHaveLength(1)
  expect((await report(at.key, { items })).body.items[0]).toMatchObject({ status: 'rejected' })
})

describe('opens to a brand’s key alone', () => {
  test('and to none that is missing, wrong, revoked or a member’s', async () => {
    const at = await stage()
    const revoked = await createBrandKey(app, at.brandId)
    const { rows } = await sql<{ id: string }>`
      select id from brand_key where brand_id = ${at.brandId} order by id desc limit 1`.execute(app.db)
    await app.db
      .transaction()
      .execute(async (tx) => await revokeBrandKey(tx, testActor, { keyId: rows[0]!.id }))
    const before = await conversions()
    const wrong = `${at.key.authorization!.slice(0, -4)}AAAA`
    for (const [headers, code] of [
      [{}, 'unauthenticated'],
      [{ authorization: wrong }, 'brand_key_invalid'],
      [bearer(revoked), 'brand_key_ended'],
      [at.member.headers, 'brand_key_invalid'],
    ] as const) {
      for (const response of [await report(headers, sale('clk_unknown')), await refund(headers, 'order-1')]) {
        expect([response.status, response.body.code]).toEqual([401, code])
      }
    }
    expect(await conversions()).toBe(before)
  })

  test('and to no member’s page', async () => {
    const at = await stage()
    const { statusCode } = await app.server.inject({ url: '/api/v1/earnings', headers: at.key })
    expect(statusCode).toBe(401)
  })
})

test('answers whatever is sent with a problem or an answer, never with a failure of ours', async () => {
  const at = await stage()
  const clickId = await follow(at.code)
  const good = sale(clickId)
  const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.constant(clickId))
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ items: fc.array(fc.oneof(value, fc.constant(good)), { maxLength: 4 }) }),
    fc
      .record(
        { eventId: value, clickId: value, type: value, amount: value, occurredAt: value, extra: value },
        { requiredKeys: [] },
      )
      .map((changes) => ({ ...good, ...changes })),
  )
  await fc.assert(
    fc.asyncProperty(body, fc.string({ unit: 'binary', maxLength: 30 }), async (sent, eventId) => {
      const answers = [await report(at.key, sent)]
      if (eventId) answers.push(await refund(at.key, eventId, { any: sent }))
      for (const { status, body: answered } of answers) {
        expect(status).toBeLessThan(500)
        for (const row of answered.items ?? []) expect(row.error?.code).not.toBe('internal_error')
      }
    }),
    { numRuns: 300 },
  )
})

test('refuses what is not JSON, too large, or has no body', async () => {
  const at = await stage()
  const send = async (payload: string | Buffer, type = 'application/json') =>
    await app.server.inject({
      method: 'POST',
      url: '/api/v1/conversions',
      headers: { ...at.key, 'content-type': type },
      payload,
    })
  expect((await send('{"eventId":')).statusCode).toBe(400)
  expect((await send('')).statusCode).toBe(400)
  expect((await send('eventId=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  expect((await send(randomBytes(600_000).toString('base64'))).statusCode).toBe(413)
})
