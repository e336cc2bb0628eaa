import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createMember } from '#testing/members.ts'
import { newId } from '#server/platform/ids.ts'
import { earningsSql } from './list-earnings.ts'
import { app, openApp, advanceClock, read, refund, sell, stage, type Stage } from './conversions.fixture.ts'
import { utcDate } from '#rules/utc-date.ts'

openApp()

let quick: Stage
let slow: Stage
const made: string[] = []

// Six earnings in turn: of a campaign that holds for 3 days and of one that holds for 60.
beforeAll(async () => {
  quick = await stage({ holdDays: 3 })
  slow = await stage({ holdDays: 60 }, quick.member)
  for (let turn = 0; turn < 3; turn += 1) {
    for (const at of [slow, quick]) {
      made.push((await sell(at)).body.earning.id)
      await advanceClock('1 hour')
    }
  }
})

const ids = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)

async function pages(path: string): Promise<string[]> {
  const all: string[] = []
  let cursor = ''
  do {
    const page = await read(quick.member, `/earnings?limit=2${path}${cursor}`)
    expect(page.items.length).toBeLessThanOrEqual(2)
    all.push(...ids(page))
    cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
  } while (cursor)
  return all
}

test('lists mine newest first, page by page, each once', async () => {
  expect(await pages('')).toEqual([...made].reverse())
  const { items } = await read(quick.member, '/earnings')
  const [newest] = items
  expect(newest).toEqual({
    id: made[5],
    conversionId: expect.stringMatching(/^cnv_/),
    type: 'sale',
    campaign: {
      id: quick.campaignId,
      title: expect.any(String),
      brand: expect.objectContaining({ id: quick.brandId }),
    },
    crels: 84,
    reversedCrels: 0,
    state: 'pending',
    reason: null,
    basis: { saleUsdCents: 100_00, bps: null, usdToCrels: null, clicks: null, clickMillicrels: null },
    occurredAt: expect.any(String),
    unlocksAt: expect.any(String),
    unlockedAt: null,
    appeal: null,
  })
})

test('lists pending ones by the day they unlock, the next first', async () => {
  const [s1, q1, s2, q2, s3, q3] = made
  expect(await pages('&state=pending')).toEqual([q1, q2, q3, s1, s2, s3])
})

test('lists those of one campaign, in a state', async () => {
  const [s1, , s2, , s3] = made
  expect(await pages(`&campaign=${slow.campaignId}`)).toEqual([s3, s2, s1])
  expect(await pages(`&campaign=${slow.campaignId}&state=pending`)).toEqual([s1, s2, s3])
  expect(await pages(`&campaign=${slow.campaignId}&state=available`)).toEqual([])
})

test('shows no earning of another member', async () => {
  const other = await createMember(app)
  expect(await read(other, '/earnings')).toEqual({ items: [], nextCursor: null })
  expect(await read(other, '/wallet')).toMatchObject({ available: 0, pending: 0, reserved: 0, debt: 0 })
})

test.each([
  'cursor=nonsense',
  `cursor=${Buffer.from('[9e15,"ern_1"]').toString('base64url')}`,
  'limit=0',
  'state=gone',
  'campaign=x',
])('refuses %s', async (query) => {
  const response = await app.server.inject({
    url: `/api/v1/earnings?${query}`,
    headers: quick.member.headers,
  })
  expect([response.statusCode, response.json().code]).toEqual([422, 'validation_failed'])
})

test('forecasts what unlocks in the month of the next unlock, by the member’s own zone', async () => {
  const unlocking = async () => (await read(quick.member, '/wallet')).unlocking
  const { items } = await read(quick.member, '/earnings?state=pending')
  const unlocks = items.map((item: { unlocksAt: string }) => item.unlocksAt)
  const month = unlocks[0].slice(0, 7)
  const crels = 84 * unlocks.filter((at: string) => at.startsWith(month)).length
  expect(await unlocking()).toEqual({
    month,
    crels,
    firstAt: unlocks[0],
    firstOn: unlocks[0].slice(0, 10),
  })
  // The same moments are of the next month, where the first unlocks in its last hour here.
  const hour = 3_600_000
  const end = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)
  const first = Date.parse(unlocks[0])
  await sql`update member set time_zone = 'Pacific/Kiritimati' where uid = ${quick.member.uid}`.execute(
    app.db,
  )
  const there = new Date(first + 14 * hour).toISOString().slice(0, 7)
  expect(await unlocking()).toMatchObject({
    month: there,
    firstOn: utcDate(first + 14 * hour),
  })
  expect(there === month).toBe(first + 14 * hour < end)
  await sql`update member set time_zone = null where uid = ${quick.member.uid}`.execute(app.db)
})

test('names in the statement what each entry was for', async () => {
  const { eventId, body } = await sell(slow)
  await refund(slow.key, eventId)
  const { items } = await read(slow.member, '/wallet/statement?account=pending&limit=2')
  const about = {
    earningId: body.earning.id,
    campaignId: slow.campaignId,
    campaignTitle: expect.stringMatching(/^Campaign/),
    brandName: expect.stringMatching(/^Brand/),
    campaign: { id: slow.campaignId, brand: { id: slow.brandId } },
    type: 'sale',
    occurredAt: expect.any(String),
  }
  expect(items).toMatchObject([
    { kind: 'earning_reversed', crels: -84, about },
    { kind: 'earning_pending', crels: 84, about },
  ])
  expect(items[1].balanceAfter - items[0].balanceAfter).toBe(84)
})

test('reads each list by an index, without sorting', async () => {
  const cursor = Buffer.from(JSON.stringify([Date.now(), newId('earning')])).toString('base64url')
  const filters = [{}, { state: 'pending' }, { state: 'available' }, { campaign: slow.campaignId }] as const
  // Tables this small are read whole unless that is forbidden.
  const plans = await app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const found: string[] = []
    for (const filter of filters) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain ${earningsSql(slow.member.uid, { limit: 20, cursor, ...filter })}`.execute(tx)
      found.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return found
  })
  for (const plan of plans) {
    expect(plan).toMatch(/Index Scan.* using earning_list/)
    expect(plan).not.toMatch(/Sort/)
  }
})
