import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brandSignature, createPixelKey, createSigningKey } from '#server/modules/brands/public.ts'
import { budgetLeft } from '#server/modules/ledger/public.ts'
import {
  app,
  follow,
  joinStage,
  openApp,
  advanceClock,
  read,
  refund,
  report,
  sale,
  stage,
  usd,
  type Stage,
} from './conversions.fixture.ts'
import { correctConversion } from './correct-conversion.ts'
import { decideConversionReview } from './decide-conversion-review.ts'

openApp()

async function keysOf({ brandId }: Stage) {
  const { slug } = await app.db
    .selectFrom('brand')
    .select('slug')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  const input = { brand: slug, label: 'page' }
  return await app.db.transaction().execute(async (tx) => ({
    pixel: (await createPixelKey(tx, testActor, input)).id,
    signing: await createSigningKey(tx, testActor, input, app.secret),
  }))
}

/** Loads the image as a page does; answers the result. */
async function load(url: string): Promise<string> {
  const response = await app.server.inject({ url })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/gif'])
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(response.rawPayload.subarray(0, 6).toString()).toBe('GIF89a')
  return response.headers['crels-result'] as string
}

/** What was recorded of what an unsigned pixel says, whose answer does not say. */
async function visitPixel(url: string): Promise<string> {
  expect(await load(url)).toBe('received')
  const { searchParams } = new URL(url, 'http://x')
  const name = `pixel:${searchParams.get('event')} ${searchParams.get('click')}`
  const { rows } = await sql<{ said: string }>`
    select concat_ws(' ', status, reason) as said from conversion where event_id = ${name}`.execute(app.db)
  return rows[0]?.said ?? 'nothing'
}

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
let events = 0
const bought = (click: string) => ({ click, event: `page-${(events += 1)}`, type: 'sale', amount: '100.00' })

/** A reviewer decides that what a pixel said of an event happened. */
async function accept(event: string) {
  return await decide(event, true)
}

async function decide(event: string, isAccepted: boolean) {
  const { id } = await app.db
    .selectFrom('conversion')
    .select('id')
    .where('event_id', 'like', `pixel:${event} %`)
    .executeTakeFirstOrThrow()
  return await app.db
    .transaction()
    .execute(
      async (tx) => await decideConversionReview(tx, testActor, { conversionId: id, accept: isAccepted }),
    )
}

test('puts what only the browser reports under review, once, until a decision', async () => {
  const at = await stage()
  const { pixel } = await keysOf(at)
  const url = `/px/${pixel}.gif?${query(bought(await follow(at.code)))}`
  await advanceClock('10 seconds')
  const results = await Promise.all(Array.from({ length: 5 }, async () => await visitPixel(url)))
  expect(new Set(results)).toEqual(new Set(['under_review unconfirmed']))
  expect((await read(at.member, '/earnings')).items).toMatchObject([
    { state: 'under_review', reason: 'unconfirmed', crels: 84 },
  ])
})

test('the brand’s server decides on an event, whether it or the pixel came first', async () => {
  const at = await stage()
  const { pixel } = await keysOf(at)
  const first = bought(await follow(at.code))
  await advanceClock('10 seconds')
  expect(await visitPixel(`/px/${pixel}.gif?${query({ ...first, amount: '9999' })}`)).toBe(
    'under_review unconfirmed',
  )
  const amount = { currency: 'USD', minor: 100_00 }
  const sent = { eventId: first.event, clickId: first.click, type: 'sale', amount }
  expect((await report(at.key, sent)).body).toMatchObject({ status: 'accepted', earning: { crels: 84 } })
  // What the pixel says afterwards is the same event.
  expect(await visitPixel(`/px/${pixel}.gif?${query(first)}`)).toBe('rejected reported_by_server')
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
})

test('once accepted, it is the event: the server’s report gets it as the answer, and its refund reverses it', async () => {
  const at = await stage()
  const { pixel } = await keysOf(at)
  const first = bought(await follow(at.code))
  await advanceClock('10 seconds')
  expect(await visitPixel(`/px/${pixel}.gif?${query(first)}`)).toBe('under_review unconfirmed')
  const accepted = await accept(first.event)

  const amount = { currency: 'USD', minor: 100_00 }
  const sent = { eventId: first.event, clickId: first.click, type: 'sale', amount }
  const occurredAt = app.clock.now().toISOString()
  for (const report_ of [sent, { ...sent, occurredAt }, sent])
    expect(await report(at.key, report_)).toEqual({
      status: 200,
      body: { ...accepted, eventId: first.event },
    })
  expect(await report(at.key, { ...sent, amount: { ...amount, minor: 1 } })).toMatchObject({
    status: 409,
    body: { code: 'event_mismatch' },
  })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })

  const half = { ...usd(50_00), refundId: 'half' }
  const taken = await refund(at.key, first.event, half)
  expect(taken).toMatchObject({ status: 200, body: { eventId: first.event, totalReversedCrels: 42 } })
  expect(await refund(at.key, first.event, half)).toEqual(taken)
  expect(await refund(at.key, first.event)).toMatchObject({ body: { totalReversedCrels: 84 } })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
  expect(await report(at.key, sent)).toMatchObject({ status: 200, body: { id: accepted.id } })
})

test('a refund of the event that came before it was accepted takes it back then', async () => {
  const at = await stage()
  const { pixel } = await keysOf(at)
  const first = bought(await follow(at.code))
  await advanceClock('10 seconds')
  await load(`/px/${pixel}.gif?${query(first)}`)
  expect(await refund(at.key, first.event, usd(25_00))).toMatchObject({
    status: 202,
    body: { pending: true },
  })
  await accept(first.event)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 63 })
})

test('a refund of the event that came before its rejected word was corrected takes it back then', async () => {
  const at = await stage()
  const { pixel } = await keysOf(at)
  const first = bought(await follow(at.code))
  await advanceClock('10 seconds')
  await load(`/px/${pixel}.gif?${query(first)}`)
  const { id: conversionId } = await decide(first.event, false)
  expect((await refund(at.key, first.event, usd(25_00))).status).toBe(202)
  await app.db
    .transaction()
    .execute(async (tx) => await correctConversion(tx, testActor, { conversionId, reason: 'A slip' }, app))
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 63 })
})

test('signed by the brand’s server with the page, it is a report as any other', async () => {
  const at = await stage()
  const { signing } = await keysOf(at)
  const fields = bought(await follow(at.code))
  await advanceClock('10 seconds')
  const t = String(Math.floor(Date.now() / 1000))
  const target = `/px/${signing.id}.gif?${query({ ...fields, t })}`
  const sig = brandSignature(signing.key, { timestamp: t, method: 'GET', target, body: '' })
  expect(await load(`${target.replace('100.00', '900.00')}&sig=${sig}`)).toBe('signature_invalid')
  expect(await load(`${target}&sig=${sig}`)).toBe('accepted')
  expect(await load(`${target}&sig=${sig}`)).toBe('accepted')
  expect(await load(`/px/${signing.id}.gif?${query(fields)}`)).toBe('brand_key_mismatch')
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
})

test.each([
  ['without a click', { click: undefined }, 'validation_failed'],
  ['with an amount that is none', { amount: '1,00' }, 'validation_failed'],
  ['with a currency without a rate', { currency: 'XAU' }, 'received'],
  ['for an unknown click', { click: 'clk_none' }, 'received'],
  ['with an event id that is too long', { event: 'e'.repeat(191) }, 'validation_failed'],
])('%s it is an image all the same, and says what of it is no report', async (_, changes, result) => {
  const at = await stage()
  const { pixel } = await keysOf(at)
  const fields = Object.entries({ ...bought(await follow(at.code)), ...changes })
  const given = fields.filter((field): field is [string, string] => field[1] !== undefined)
  expect(await load(`/px/${pixel}.gif?${query(Object.fromEntries(given))}`)).toBe(result)
})

test('strangers who load it reserve a quarter of a budget at most, also in a race, and no real sale suffers', async () => {
  const at = await stage({ budgetCrels: 2_000, perMemberCapCrels: 1_600 })
  const other = { ...at, ...(await joinStage(at.campaignId)) }
  const { pixel } = await keysOf(at)
  const [click, otherClick] = [await follow(at.code), await follow(other.code)]
  await advanceClock('10 seconds')
  // 2 000 crels, 84 a sale: five fit into a quarter of them.
  const urls = Array.from(
    { length: 24 },
    (_, index) => `/px/${pixel}.gif?${query(bought(index % 2 ? click : otherClick))}`,
  )
  const results = await Promise.all(urls.map(visitPixel))
  expect(results.filter((result) => result === 'under_review unconfirmed')).toHaveLength(5)
  expect(results.filter((result) => result === 'rejected unconfirmed_limit')).toHaveLength(19)
  expect(await budgetLeft(app.db, at.campaignId)).toBe(2_000 - 5 * 84)
  // Neither one of many in a minute, nor is the event that was refused lost to the brand's server.
  const refused = new URL(urls[results.indexOf('rejected unconfirmed_limit')]!, 'http://x').searchParams
  const sold = sale(refused.get('click')!, { eventId: refused.get('event')! })
  expect((await report(at.key, sold)).body).toMatchObject({ status: 'accepted', earning: { crels: 84 } })
  const more = Array.from({ length: 16 }, (_, index) => sale(index % 2 ? click : otherClick))
  const { body } = await report(at.key, { items: more })
  const accepted = body.items.filter(({ status }: { status: string }) => status === 'accepted')
  expect(accepted).toHaveLength(16)
  expect(await budgetLeft(app.db, at.campaignId)).toBe(2_000 - 22 * 84)
})

test('a share of a sale that a stranger names is no way around it', async () => {
  const at = await stage({ budgetCrels: 2_000, sale: { bps: 1_000 } })
  const { pixel } = await keysOf(at)
  const click = await follow(at.code)
  await advanceClock('10 seconds')
  const named = (amount: string) => `/px/${pixel}.gif?${query({ ...bought(click), amount })}`
  expect(await visitPixel(named('1900.00'))).toBe('rejected unconfirmed_limit')
  expect(await load(named('99999999999999'))).toMatch(/^(received|validation_failed)$/)
  expect(await visitPixel(named('470.00'))).toBe('under_review unconfirmed')
  expect(await visitPixel(named('10.00'))).toBe('rejected unconfirmed_limit')
})

test('a stranger who reports an event first, with no click or a foreign one, does not block the real report', async () => {
  const at = await stage()
  const rival = await stage()
  const { pixel } = await keysOf(at)
  const genuine = bought(await follow(at.code))
  const others = [
    await follow(at.code),
    await follow(rival.code),
    `clk_${'0'.repeat(12)}7${'0'.repeat(3)}8${'0'.repeat(15)}`,
  ]
  await advanceClock('10 seconds')
  const squats = await Promise.all(
    others.map(async (click) => await visitPixel(`/px/${pixel}.gif?${query({ ...genuine, click })}`)),
  )
  // Another click of the brand waits beside it; what is none of its clicks is nowhere.
  expect(squats).toEqual(['under_review unconfirmed', 'nothing', 'nothing'])
  expect(await visitPixel(`/px/${pixel}.gif?${query(genuine)}`)).toBe('under_review unconfirmed')
  const answers = await Promise.all(
    [...others, genuine.click, 'clk_none'].map(async (click) => {
      const response = await app.server.inject({ url: `/px/${pixel}.gif?${query({ ...genuine, click })}` })
      const { date: _, 'crels-request-id': __, 'x-request-id': ___, ...headers } = response.headers
      return JSON.stringify([response.statusCode, headers, response.rawPayload.toString('hex')])
    }),
  )
  expect(new Set(answers).size, [...new Set(answers)].join('\n')).toBe(1)
})

test('of an event one word is accepted at most, whatever else is said of it', async () => {
  const at = await stage()
  const { pixel } = await keysOf(at)
  const [one, other] = [bought(await follow(at.code)), bought(await follow(at.code))]
  await advanceClock('10 seconds')
  const words = [one, { ...other, event: one.event }]
  for (const word of words)
    expect(await visitPixel(`/px/${pixel}.gif?${query(word)}`)).toBe('under_review unconfirmed')
  const { rows } = await sql<{ id: string }>`
    select id from conversion where event_id like ${`pixel:${one.event} %`} order by created_at`.execute(
    app.db,
  )
  const outcomes = await Promise.allSettled(
    rows.map(
      async ({ id }) =>
        await app.db
          .transaction()
          .execute(
            async (tx) => await decideConversionReview(tx, testActor, { conversionId: id, accept: true }),
          ),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
  const forced = sql`update conversion set status = 'accepted', reason = null, decided_at = crels_now()
    where brand_id = ${at.brandId} and status = 'under_review'`
  await expect(forced.execute(app.db)).rejects.toThrow('was accepted already')
  // The server's report of the click that was not accepted is another sale than the one that counts.
  const amount = { currency: 'USD', minor: 100_00 }
  const report_ = async (click: string) =>
    (await report(at.key, { eventId: one.event, clickId: click, type: 'sale', amount })).status
  expect([await report_(one.click), await report_(other.click)].toSorted()).toEqual([200, 409])
})

test('a name that is no pixel’s reports nothing', async () => {
  const url = `/px/bky_${'0'.repeat(32)}.gif?${query(bought('clk_none'))}`
  expect(await load(url)).toBe('brand_key_invalid')
  expect(await load('/px/nonsense.gif')).toBe('brand_key_invalid')
})
