import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import {
  houseIssued,
  memberAvailable,
  memberDebt,
  memberPending,
  move,
  placeHold,
  post,
  reconcile,
  type Line,
} from '#server/modules/ledger/public.ts'

let app: TestApp
let member: TestMember
let party: string

beforeAll(async () => {
  app = await startTestApp()
  member = await createMember(app)
  // The first call with a bearer makes the member's row.
  expect((await get('')).statusCode).toBe(200)
  const { rows } = await sql<{ party: string }>`
    select party from member where uid = ${member.uid}`.execute(app.db)
  party = rows[0]!.party
})
afterAll(async () => {
  expect((await reconcile(app.db)).clean).toBe(true)
  await app.close()
})

/** Posts lines under a key of their own. */
async function postLines(lines: Line[], kind = 'test'): Promise<void> {
  const idem = crypto.randomUUID()
  await app.db.transaction().execute((tx) => post(tx, { kind, scope: 'test', idem, lines }))
}

const get = async (path: string, headers: Record<string, string> = {}) =>
  await app.server.inject({ url: `/api/v1/wallet${path}`, headers: { ...member.headers, ...headers } })

test('shows what is available, pending, reserved and owed', async () => {
  const nothing = { available: 0, pending: 0, reserved: 0, debt: 0, unlocking: null }
  expect((await get('')).json()).toEqual(nothing)
  await postLines(move(houseIssued, memberAvailable(party), 100))
  await postLines(move(houseIssued, memberPending(party), 40))
  await postLines(move(memberDebt(party), houseIssued, 7))
  const account = memberAvailable(party)
  await app.db
    .transaction()
    .execute((tx) => placeHold(tx, { account, amount: 30, scope: 'test', idem: 'held' }))
  expect((await get('')).json()).toEqual({
    available: 70,
    pending: 40,
    reserved: 30,
    debt: 7,
    unlocking: null,
  })
})

test('lists a balance’s entries newest first with the balance after each, page by page', async () => {
  for (const amount of [1, 2, 3, -4]) await postLines(move(houseIssued, memberAvailable(party), amount))
  const seen: [number, number][] = []
  let cursor = ''
  do {
    const page = (await get(`/statement?limit=2${cursor}`)).json()
    for (const { crels, balanceAfter } of page.items) seen.push([crels, balanceAfter])
    cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
  } while (cursor)
  expect(seen).toEqual([
    [-4, 102],
    [3, 106],
    [2, 103],
    [1, 101],
    [100, 100],
  ])
  const { items } = (await get('/statement?account=debt')).json()
  expect(items).toMatchObject([{ kind: 'test', crels: 7, balanceAfter: 7, about: null }])
})

test('gives the whole statement as a CSV file on request', async () => {
  await app.db.transaction().execute(async (tx) => {
    for (let count = 0; count < 1_100; count += 1)
      await sql`select ledger_post('test', 'csv', ${String(count)}, 'x', null, ${JSON.stringify(
        move(houseIssued, memberPending(party), 1),
      )}, null)`.execute(tx)
  })
  const response = await get('/statement?account=pending&limit=1', { accept: 'text/csv' })
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="crels-pending.csv"',
    'cache-control': 'private, no-store',
  })
  const lines = response.body.split('\r\n')
  expect(lines).toHaveLength(1 + 1_101 + 1)
  expect(lines[0]).toBe('at,kind,crels,balance,campaign,brand,transaction')
  expect(lines[1]).toMatch(/^\d{4}-[^,]+Z,test,1,1140,,,txn_[0-9a-f]{32}$/)
  expect(lines.at(-2)).toMatch(/,test,40,40,,,txn_/)
})

test('filters a statement by kind and by dates of a zone, as a list and as a file', async () => {
  const kinds = async (query: string) =>
    ((await get(`/statement?account=debt${query}`)).json().items as { kind: string }[]).map(
      ({ kind }) => kind,
    )
  // 23:30 in UTC on the last day of 2024: 2025 in Berlin, still 2024 in Lisbon.
  for (const [kind, at] of [
    ['fine', '2024-12-31T23:30:00Z'],
    ['earning_reversed', '2025-01-15T12:00:00Z'],
  ])
    await app.db.transaction().execute(async (tx) => {
      const lines = JSON.stringify(move(memberDebt(party), houseIssued, 5))
      await sql`select ledger_post(${kind}, 'filter', ${at}, 'x', ${at}::timestamptz, ${lines}, null)`.execute(
        tx,
      )
    })
  expect(await kinds('')).toEqual(['earning_reversed', 'fine', 'test'])
  expect(await kinds('&kind=fine')).toEqual(['fine'])
  expect(await kinds('&kind=nothing_of_this')).toEqual([])
  expect(await kinds('&from=2025-01-01&to=2025-12-31&zone=Europe/Berlin')).toEqual([
    'earning_reversed',
    'fine',
  ])
  expect(await kinds('&from=2025-01-01&to=2025-12-31&zone=Europe/Lisbon')).toEqual(['earning_reversed'])
  expect(await kinds('&to=2024-12-31')).toEqual(['fine'])
  expect(await kinds('&from=2025-01-15&to=2025-01-15&kind=earning_reversed')).toEqual(['earning_reversed'])
  // Written now, of another time: months go by when it took effect, whole and with the same filter.
  const months = async (query: string) => (await get(`/statement?account=debt${query}`)).json().months
  const [posted] = (await get('/statement?account=debt&kind=test')).json().items
  const now = { month: posted.at.slice(0, 7), crels: 7 }
  expect(await months('&limit=1')).toEqual([{ month: '2025-01', crels: 5 }])
  expect(await months('')).toEqual([now, { month: '2025-01', crels: 5 }, { month: '2024-12', crels: 5 }])
  expect(await months('&from=2024-01-01&to=2025-12-31&zone=Europe/Berlin')).toEqual([
    { month: '2025-01', crels: 10 },
  ])
  expect(await months('&kind=fine')).toEqual([{ month: '2024-12', crels: 5 }])
  const file = await get('/statement?account=debt&to=2024-12-31', { accept: 'text/csv' })
  expect(file.body.split('\r\n')).toHaveLength(1 + 1 + 1)
  expect((await get('/statement?from=2025-02-01&to=2025-01-01', { accept: 'text/csv' })).statusCode).toBe(422)
})

test.each([
  ['text/csv;q=0.5, application/json', 'text/csv'],
  ['application/json', 'application/json'],
  ['*/*', 'application/json'],
  ['text/csv;q=0', 'application/json'],
  ['text/html, text/csvx', 'application/json'],
])('answers Accept: %s with %s', async (accept, type) => {
  expect((await get('/statement', { accept })).headers['content-type']).toContain(type)
})

test.each([
  'cursor=0',
  'cursor=-1',
  'cursor=99999999999999999999',
  'cursor=%27',
  'account=house',
  'limit=101',
  'kind=%27',
  'from=2025-02-30',
  'zone=Mars/Olympus',
  'from=2025-02-01&to=2025-01-01',
])('refuses %s', async (query) => {
  const response = await get(`/statement?${query}`)
  expect([response.statusCode, response.json().code]).toEqual([422, 'validation_failed'])
})

test.each(['', '/statement'])('refuses /wallet%s without a bearer', async (path) => {
  const response = await app.server.inject(`/api/v1/wallet${path}`)
  expect(response.statusCode).toBe(401)
  expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
})

test('keeps members apart', async () => {
  const other = await createMember(app)
  const response = await app.server.inject({ url: '/api/v1/wallet/statement', headers: other.headers })
  expect(response.json()).toEqual({ items: [], nextCursor: null, months: [] })
})

test('what a month brought is a picture for its member alone; a month without earnings has none', async () => {
  const card = async (query: string, headers: Record<string, string> = {}) =>
    await get(`/month-card?${query}`, headers)
  const { rows } = await sql<{ month: string }>`
    select to_char(crels_now() at time zone 'UTC', 'YYYY-MM') as month`.execute(app.db)
  const month = rows[0]!.month
  // Other movements are no earnings.
  await postLines(move(houseIssued, memberAvailable(party), 500))
  expect((await card(`month=${month}`)).json()).toMatchObject({ status: 404, code: 'not_found' })
  await postLines(move(houseIssued, memberAvailable(party), 84), 'earning_unlocked')
  const { statusCode, headers, rawPayload } = await card(`month=${month}`)
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
  expect(headers['cache-control']).toContain('no-store')
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1080, 1350])
  expect((await card('month=2020-01')).statusCode).toBe(404)
  const other = await createMember(app)
  expect((await card(`month=${month}`, other.headers)).statusCode).toBe(404)
  for (const wrong of ['', 'month=2026-13', 'month=x', `month=${month}&zone=Mars/Base`])
    expect((await card(wrong)).statusCode, wrong).toBe(422)
  // All that was taken back is earned no more.
  await postLines(move(memberAvailable(party), houseIssued, 84), 'earning_reversed')
  expect((await card(`month=${month}`)).statusCode).toBe(404)
})
