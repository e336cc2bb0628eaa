import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExportList } from '#contracts/operator-desk.constants.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { openDatabase } from './platform/database.ts'
import { fillTables } from './exported-tables.fixture.ts'

let app: TestApp
let mia: TestOperator
let filled: Awaited<ReturnType<typeof fillTables>>
let campaignIds: string[]
beforeAll(async () => {
  app = await startTestApp()
  await app.jobs.install()
  mia = await operatorBearer(app, 'manager')
  const one = await createCampaign(app, { approval: 'application' })
  const other = await createCampaign(app, { brandId: one.brandId, approval: 'application' })
  campaignIds = [one.id, other.id]
  // Its owner may write past the guards.
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1, name: 'filled tables' })
  filled = await fillTables(owner, { campaignIds, brandId: one.brandId, operatorId: mia.operatorId })
  await owner.destroy()
})
afterAll(() => app.close())

const ask = async (path: string, payload?: object, who = mia) =>
  await callOperator(app, who, { method: payload ? 'POST' : 'GET', path, ...(payload && { payload }) })

/** The file of a list, by its columns. */
async function fileOf(list: ExportList, filters: object, who = mia): Promise<Record<string, string>[]> {
  const { status, body } = await ask('/exports', { list, filters }, who)
  expect(status, JSON.stringify(body)).toBe(202)
  await app.jobs.run('write-operator-export', { id: body.id })
  const file = await app.server.inject({
    url: `/api/v1/operator/exports/${body.id}/file.csv`,
    headers: who.headers,
  })
  expect(file.statusCode, file.body).toBe(200)
  await callOperator(app, who, { method: 'DELETE', path: `/exports/${body.id}` })
  return parse(file.body, { bom: true, columns: true }) as Record<string, string>[]
}

/** All rows of the table whose file it is. */
async function shownBy(path: string, query: Record<string, string>, who = mia) {
  const rows: Record<string, unknown>[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const search = new URLSearchParams({ ...query, limit: '25', ...(cursor !== '' && { cursor }) })
    const { status, body } = await ask(`${path}?${search.toString()}`, undefined, who)
    expect(status, JSON.stringify(body)).toBe(200)
    rows.push(...body.items)
    cursor = body.nextCursor
  }
  return rows
}

type Filters = Record<string, string>

interface Case {
  list: ExportList
  path: string
  /** Of the file, and of the table where they are others. */
  filters: Filters
  query: Filters
  /** What names a row, in the file and in the table. */
  column: string
  field: string
}

/** A case for each filter of a table. */
function tried(
  list: ExportList,
  path: string,
  filters: Filters[],
  {
    column = 'id',
    field = 'id',
    file = {},
    table = {},
  }: Partial<Record<'column' | 'field', string>> & {
    /** What is said of each, to the file or to the table alone. */
    file?: Filters
    table?: Filters
  } = {},
): Case[] {
  return filters.map((one) => ({
    list,
    path,
    filters: { ...file, ...one },
    query: { ...table, ...one },
    column,
    field,
  }))
}

const uid = 'usr_tried3'

test('the file of a table has the rows that it shows, by each of its filters', async () => {
  const shows = [{ show: 'open' }, { show: 'mine' }, { show: 'all' }]
  const { runId, webhookId } = filled
  const reviews = (kind: string) => ({ table: { kind } })
  const cases = [
    ...tried(
      'conversion-reviews',
      '/reviews',
      [
        {},
        { uid },
        { reason: 'own_device' },
        { appealed: 'yes' },
        { appealed: 'no' },
        { asked: 'waiting' },
        { asked: 'answered' },
        { asked: 'never', reason: 'too_fast' },
      ],
      reviews('conversions'),
    ),
    ...tried('click-reviews', '/reviews', [{}, { uid }, { reason: 'hosting' }], reviews('clicks')),
    ...tried('share-reviews', '/reviews', [{}, { uid }, { reason: 'network_limit' }], {
      ...reviews('shares'),
      column: 'link',
    }),
    ...tried('invitation-reviews', '/reviews', [{}, { uid: 'usr_friend3' }, { inviterUid: uid }], {
      ...reviews('invitations'),
      column: 'member',
    }),
    ...tried('applications', '/applications', [{}, { campaignId: campaignIds[0]! }, { uid: 'usr_tried4' }]),
    ...tried(
      'campaign-members',
      `/campaigns/${campaignIds[0]}/members`,
      [{ state: 'applied' }, { state: 'left' }],
      {
        file: { campaign: campaignIds[0]! },
      },
    ),
    ...tried('claims', '/claims', [{}, { asked: 'waiting' }], { file: { state: 'open' } }),
    ...tried('redemptions', '/redemptions', [
      { state: 'requested' },
      { state: 'approved', run: 'none' },
      { state: 'paid', kind: 'paypal' },
      { state: 'approved', kind: 'bank' },
      { state: 'mismatched' },
    ]),
    ...tried('orders', '/orders', shows),
    ...tried('support', '/support-requests', shows),
    ...tried('abuse', '/support-requests', shows, { table: { inbox: 'abuse' } }),
    ...tried(
      'payments',
      `/payout-runs/${runId}/payouts`,
      [{}, { state: 'left_out' }, { state: 'planned' }, { state: 'paid' }],
      { column: 'redemption', field: 'redemptionId', file: { run: runId } },
    ),
    ...tried('deliveries', `/webhooks/${webhookId}/deliveries`, [{}, { state: 'failed' }], {
      file: { webhook: webhookId },
    }),
    ...tried('suppressed-addresses', '/suppressed-addresses', [{}, { reason: 'bounce' }, { q: 'TRIED1' }], {
      column: 'address',
      field: 'address',
    }),
    ...tried('deletions', '/deletions', shows, { column: 'party' }),
    ...tried('failed-jobs', '/jobs/failures', [{}, { job: 'erase-members' }]),
    ...tried('campaigns', '/campaigns', [{}, { q: 'nothing like it' }, { state: 'active' }]),
    ...tried('accounts', '/ledger/accounts', [
      {},
      { code: 'campaign.budget' },
      { asset: 'PTS' },
      { owner: campaignIds[0]! },
    ]),
  ]
  const sizes = new Map<ExportList, Set<number>>()
  for (const { list, path, filters, query, column, field } of cases) {
    const shown = (await shownBy(path, query)).map((row) => String(row[field]))
    const file = (await fileOf(list, filters)).map((row) => row[column])
    expect(file.toSorted(), `${list} ${JSON.stringify(filters)}`).toEqual(shown.toSorted())
    expect(new Set(file).size).toBe(file.length)
    sizes.set(list, (sizes.get(list) ?? new Set()).add(file.length))
  }
  // Each list has rows, and some filter leaves some out.
  for (const [list, found] of sizes)
    expect([list, found.size > 1 && Math.max(...found) > 0]).toEqual([list, true])
})

test('the entries of an account are in its file with the running balance, the newest first', async () => {
  const [budget] = (await shownBy('/ledger/accounts', { owner: campaignIds[0]! })) as { id: number }[]
  const file = await fileOf('account-entries', { account: String(budget!.id) })
  const shown = await shownBy(`/ledger/accounts/${budget!.id}/entries`, {})
  expect(file).toMatchObject(
    shown.map(({ seq, transactionId, balanceAfter }) => ({
      number: String(seq),
      transaction: transactionId,
      'balance after': String(balanceAfter),
    })),
  )
  expect(file.length).toBeGreaterThan(0)
  expect((await ask('/exports', { list: 'account-entries', filters: {} })).status).toBe(422)
})

test('what is mine is of who asks, and what a spreadsheet would run is text', async () => {
  const olga = await operatorBearer(app, 'owner')
  expect((await fileOf('support', { show: 'mine' })).length).toBeGreaterThan(0)
  expect(await fileOf('support', { show: 'mine' }, olga)).toEqual([])
  const [claim] = await fileOf('claims', {})
  expect(claim!['order id']).toMatch(/^'=claimed-/)
})

test('a list of members takes the right to read of them, of money where it is about money', async () => {
  const finance = await operatorBearer(app, 'finance')
  const keyFor = async (...scopes: string[]) => {
    const { body } = await ask('/keys', { name: 'x', scopes, days: 1 }, finance)
    return { headers: { authorization: `Bearer ${body.secret}` } } as TestOperator
  }
  const start = async (list: ExportList, who: TestOperator, filters: object = {}) =>
    (await ask('/exports', { list, filters }, who)).status
  const money = await keyFor('list.export', 'read', 'read.money')
  const members = await keyFor('list.export', 'read', 'read.members')
  for (const list of ['payments', 'accounts', 'redemptions'] as const)
    expect([list, await start(list, money), await start(list, members)]).toEqual([list, 403, 403])
  for (const list of [
    'applications',
    'campaign-members',
    'abuse',
    'conversion-reviews',
    'invitation-reviews',
  ] as const)
    expect([list, await start(list, money)]).toEqual([list, 403])
  expect(await start('account-entries', members, { account: '1' })).toBe(403)
  expect(await start('audit', await keyFor('list.export', 'read.audit'))).toBe(403)
  expect(await start('campaigns', money)).toBe(202)
  const support = await operatorBearer(app, 'support')
  expect(await start('applications', support)).toBe(403)
})

test('who leaves is in no file any more, and their uid in no filter of one', async () => {
  const left = 'usr_tried5'
  const made: { list: ExportList; id: string; rows: number }[] = []
  for (const [list, filters] of [
    ['invitation-reviews', {}],
    ['redemptions', {}],
    ['conversions', { uid: left }],
  ] as const) {
    const { body } = await ask('/exports', { list, filters })
    await app.jobs.run('write-operator-export', { id: body.id })
    const file = (await ask('/exports')).body.items.find(({ id }: { id: string }) => id === body.id)
    made.push({ list, id: body.id, rows: file.rows })
  }
  const textOf = async (id: string) =>
    (await app.server.inject({ url: `/api/v1/operator/exports/${id}/file.csv`, headers: mia.headers })).body
  for (const { list, id } of made.slice(0, 2))
    expect([list, (await textOf(id)).includes(left)]).toEqual([list, true])
  const part = app.accountDeletion.parts.find(({ name }) => name === 'operator-desk')!
  await part.erase({
    uid: left,
    iss: '',
    sub: '',
    party: '',
    shortId: null,
    addresses: [],
    provedAddresses: [],
    leftAt: new Date(),
  })
  for (const { list, id, rows } of made) {
    const text = await textOf(id)
    expect([list, text.includes(left)]).toEqual([list, false])
    const file = (await ask('/exports')).body.items.find((one: { id: string }) => one.id === id)
    const lines = text.trimEnd().split('\r\n').length - 1
    expect([list, file.rows]).toEqual([list, lines])
    // Lines of one member go; of others they stay, without whose they were.
    expect([list, file.rows < rows]).toEqual([list, list !== 'conversions'])
  }
  const { rows: filters } = await sql`
    select from operator_export where filters::text like ${`%${left}%`}`.execute(app.db)
  expect(filters).toEqual([])
})

test('a file of addresses has none of who leaves, and what it was narrowed by is in no log', async () => {
  const left = 'tried10@example.com'
  const { body } = await ask('/exports', { list: 'suppressed-addresses', filters: { q: left } })
  await app.jobs.run('write-operator-export', { id: body.id })
  const text = async () =>
    (await app.server.inject({ url: `/api/v1/operator/exports/${body.id}/file.csv`, headers: mia.headers }))
      .body
  expect(await text()).toContain(left)
  const part = app.accountDeletion.parts.find(({ name }) => name === 'operator-desk')!
  await part.erase({
    uid: 'usr_of_it',
    iss: '',
    sub: '',
    party: '',
    shortId: null,
    addresses: ['now@example.com', 'Tried10@example.com'],
    provedAddresses: [],
    leftAt: new Date(),
  })
  expect(await text()).not.toContain(left)
  expect((await ask('/exports')).body.items[0]).toMatchObject({ rows: 0, filters: { q: 'erased' } })
  const { rows } = await sql<{ text: string }>`
    select e::text as text from audit_entry e where target = 'suppressed-addresses' and e::text like '%typed%'`.execute(
    app.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  const { rows: kept } = await sql`select from audit_entry e where e::text like ${`%${left}%`}`.execute(
    app.db,
  )
  expect(kept).toEqual([])
})
