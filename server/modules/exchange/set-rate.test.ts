import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMember } from '#testing/members.ts'
import { app, askQuote, openApp, pause, rateIs } from './exchange.fixture.ts'
import { currentRate, exchangeHistory } from './rate-queries.ts'
import { setRate } from './set-rate.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'

openApp()

const actor: OperatorActor = { via: 'job', source: 'Olga' }
const signed = { author: 'Olga', reason: 'market' }
const set = async (usdToCrels: string, confirmed = false) =>
  await app.db
    .transaction()
    .execute(async (tx) => await setRate(tx, actor, { usdToCrels, confirmed, reason: 'market' }))

test('a new rate applies from now on, and the history keeps every one with author, time and reason', async () => {
  expect(await set('11.123456')).toEqual({ before: '10.5' })
  const answer = await app.server.inject({ url: '/api/v1/exchange/rates/usd/to/crels' })
  expect(answer.json()).toEqual({ value: 11.123456, asOf: expect.any(String), paused: false })
  // Said again, it is no change.
  await set('11.1234560'.slice(0, 9))
  const changes = await exchangeHistory(app.db, 10)
  expect(changes.map(({ change, author, reason }) => ({ change, author, reason }))).toEqual([
    { change: { usdToCrels: '11.123456' }, ...signed },
    ...changes.slice(1).map(({ change }) => ({ change, author: 'default', reason: '' })),
  ])
  expect(changes).toHaveLength(3)
  await rateIs('10.5')
})

test.each(['0', '-1', '0.0000001', '1e3', 'NaN', '10,5', '', '1234567890', ' 10'])(
  'refuses %j, which is no rate',
  async (wrong) => await expect(set(wrong, true)).rejects.toThrow(RangeError),
)

test('asks again for more than 10%, up and down, and not for 10%', async () => {
  await expect(set('11.550001')).rejects.toMatchObject({ name: 'LargeRateChange', before: '10.5' })
  await expect(set('9.449999')).rejects.toMatchObject({ name: 'LargeRateChange' })
  await set('11.55')
  await set('10.5')
  await set('21', true)
  expect((await currentRate(app.db)).usdToCrels).toBe('21')
  await rateIs('10.5')
})

test('is paused and resumed, each once, and says so to everyone', async () => {
  const member = await createMember(app)
  expect([await pause(true), await pause(true)]).toEqual([true, false])
  const answer = await app.server.inject({ url: '/api/v1/exchange/rates/usd/to/crels' })
  expect(answer.json()).toMatchObject({ value: 10.5, paused: true })
  expect(await askQuote(member, { crels: 1000 })).toMatchObject({
    status: 409,
    body: { code: 'exchange_paused' },
  })
  expect([await pause(false), await pause(false)]).toEqual([true, false])
  expect((await askQuote(member, { crels: 1000 })).status).toBe(201)
})

test('refuses to change a past rate: the product’s role may only add', async () => {
  for (const table of ['exchange_rate', 'exchange_switch'])
    for (const change of [
      sql`update ${sql.table(table)} set reason = 'x'`,
      sql`delete from ${sql.table(table)}`,
    ])
      await expect(change.execute(app.db)).rejects.toThrow(/permission denied/)
})
