import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CodeImport } from '#contracts/operator-shop.schemas.ts'
import type { Tx } from '#server/platform/database.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { buyer, callShop, makeGiftCard, makeItem } from '#testing/shop.ts'

let app: TestApp
let mia: TestOperator
let max: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  max = await operatorBearer(app, 'manager', 'max@crels.example')
})
afterAll(() => app.close())

const why = { reason: 'a test' }
const slugOf = async (id: string) =>
  (await sql<{ slug: string }>`select slug from shop_item where id = ${id}`.execute(app.db)).rows[0]!.slug
const newCard = async (changes: Record<string, unknown> = {}) =>
  await slugOf(await makeGiftCard(app, 0, changes))
const call = async (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  who: Pick<TestOperator, 'headers'> = mia,
) => await callOperator(app, who, { method, path: `/shop-items${path}`, payload })
const item = async (slug: string) => (await call('GET', `/${slug}`)).body

/** Sends a file; the job has not seen it. */
async function upload(slug: string, text: string | Buffer, who = mia) {
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/v1/operator/shop-items/${slug}/code-imports`,
    headers: Object.assign({ 'content-type': 'text/csv' }, who.headers),
    payload: text,
  })
  return { status: response.statusCode, body: response.json() as CodeImport & { detail: string } }
}
const work = async (importId: string) => await app.jobs.run('import-codes', { importId })
const found = async (slug: string, importId: string, who = mia) =>
  ((await call('GET', `/${slug}/code-imports`, undefined, who)).body.items as CodeImport[]).find(
    ({ id }) => id === importId,
  )
const confirm = async (slug: string, importId: string, who: Pick<TestOperator, 'headers'> = mia) =>
  await call('POST', `/${slug}/code-imports/${importId}/confirm`, why, who)
const discard = async (slug: string, importId: string, who = mia) =>
  (await call('DELETE', `/${slug}/code-imports/${importId}`, undefined, who)).status
const refusedFile = async (slug: string, importId: string, who = mia) =>
  await app.server.inject({
    url: `/api/v1/operator/shop-items/${slug}/code-imports/${importId}/refused.csv`,
    headers: who.headers,
  })
/** The whole way of a file. */
async function bring(slug: string, text: string, who = mia) {
  const { id } = (await upload(slug, text, who)).body
  await work(id)
  await confirm(slug, id, who)
  await work(id)
  return (await found(slug, id, who))!
}
const acts = async (importId: string) =>
  (
    await sql<{ after: object }>`
      select after from audit_entry where action = 'shop.import-codes' and after ->> 'importId' = ${importId}`.execute(
      app.db,
    )
  ).rows

test('a file is read by a job, looked at, imported with one act, and its refused lines are a file without formulas', async () => {
  const slug = await newCard()
  await bring(slug, 'SECRET-1')
  const text = [
    '\u{feff}code',
    'SECRET-1',
    'SECRET-2',
    'SECRET-2',
    'a,b',
    'SECRET-3',
    '"=HYPERLINK(""evil"")",x',
    '=1+1,2',
    '@sum,1',
    '+SECRET-2',
    `-${'x'.repeat(600)}`,
    '',
  ].join('\r\n')
  const sent = await upload(slug, text)
  expect(sent).toMatchObject({
    status: 202,
    body: { state: 'waiting', lines: 11, linesRead: 0, codes: 0, refused: [] },
  })
  const { id } = sent.body
  // Nobody finds a code in the file that waits.
  expect(
    JSON.stringify(
      (await sql`select * from shop_code_import_part where import_id = ${id}`.execute(app.db)).rows,
    ),
  ).not.toContain('SECRET')
  expect((await confirm(slug, id)).status).toBe(409)
  await work(id)
  expect(await found(slug, id)).toMatchObject({
    state: 'checked',
    linesRead: 11,
    codes: 3,
    duplicates: 2,
    invalid: 5,
    failure: null,
    refused: [
      { line: 2, why: `this code is in the pool of ${slug} already` },
      { line: 4, why: 'repeats the code of line 3' },
      { line: 5, why: 'has more than one column' },
      { line: 7, why: 'has more than one column' },
      { line: 8, why: 'has more than one column' },
    ],
  })
  // The file itself is gone once it was read, and no pool has anything of it yet.
  expect((await sql`select from shop_code_import_part where import_id = ${id}`.execute(app.db)).rows).toEqual(
    [],
  )
  expect((await item(slug)).codes).toMatchObject({ unused: 1, sold: 0 })
  const keyed = { headers: Object.assign({ 'idempotency-key': 'import-them' }, mia.headers) }
  const both = [await confirm(slug, id, keyed), await confirm(slug, id, keyed)]
  expect(both.map(({ status, body }) => [status, body.state])).toEqual([
    [202, 'importing'],
    [202, 'importing'],
  ])
  expect((await confirm(slug, id)).status).toBe(409)
  expect(await discard(slug, id)).toBe(409)
  expect(await work(id)).toEqual({ imported: 3 })
  expect(await work(id)).toEqual({ imported: 0 })
  expect(await found(slug, id)).toMatchObject({ state: 'imported', codes: 3 })
  expect(await acts(id)).toEqual([{ after: { codes: 3, importId: id } }])
  expect(await item(slug)).toMatchObject({ stock: 4, codes: { unused: 4, sold: 0 } })

  const file = await refusedFile(slug, id)
  expect(file.headers['content-disposition']).toContain(`${slug}-refused.csv`)
  expect(file.body.split('\r\n')).toEqual([
    '\u{feff}line,refused because,row',
    `2,this code is in the pool of ${slug} already,SECRET-1`,
    '4,repeats the code of line 3,SECRET-2',
    '5,has more than one column,"a,b"',
    '7,has more than one column,"""=HYPERLINK(""""evil"""")"",x"',
    `8,has more than one column,"'=1+1,2"`,
    `9,has more than one column,"'@sum,1"`,
    `11,its code is longer than 500 characters,'-${'x'.repeat(600)}`,
    '',
  ])
  // Neither the log, nor the item's changes, nor what is kept of answers has a code; what is kept of lines is sealed.
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(to_jsonb(e)::text, '') from audit_entry e) ||
      (select string_agg(to_jsonb(c)::text, '') from shop_item_change c) ||
      (select string_agg(to_jsonb(l)::text, '') from shop_code_import_line l) ||
      (select string_agg(to_jsonb(i)::text, '') from shop_code_import i) ||
      (select string_agg(to_jsonb(j)::text, '') from pgboss.job j) ||
      (select string_agg(to_jsonb(k)::text, '') from idempotency_key k) as all`.execute(app.db)
  expect(rows[0]!.all).not.toContain('SECRET')
  expect(JSON.stringify(await item(slug))).not.toContain('SECRET')
})

test('a file is its operator’s alone, and gone after a day or when it is discarded', async () => {
  const slug = await newCard()
  const { id } = (await upload(slug, 'MINE-1\nMINE-1\n')).body
  await work(id)
  expect(await found(slug, id, max)).toBeUndefined()
  expect((await confirm(slug, id, max)).status).toBe(404)
  expect((await refusedFile(slug, id, max)).statusCode).toBe(404)
  expect(await discard(slug, id, max)).toBe(404)
  const other = await newCard()
  expect((await confirm(other, id)).status).toBe(404)
  expect((await upload(slug, 'X', await operatorBearer(app, 'support'))).status).toBe(403)
  expect(await discard(slug, id)).toBe(204)
  expect(await found(slug, id)).toBeUndefined()
  const { id: old } = (await upload(slug, 'OLD-1')).body
  await work(old)
  await sql`update shop_code_import set expires_at = now() where id = ${old}`.execute(app.db)
  expect((await confirm(slug, old)).status).toBe(404)
  expect((await refusedFile(slug, old)).statusCode).toBe(404)
  expect(await app.jobs.run('remove-code-imports')).toEqual({ removed: 1 })
  expect(
    (await sql`select from shop_code_import_line where import_id = ${old}`.execute(app.db)).rows,
  ).toEqual([])
  expect((await item(slug)).codes.unused).toBe(0)
})

test('what is no file of codes is refused, at once or when it is read', async () => {
  const slug = await newCard()
  for (const empty of ['', '\n\r\n\n'])
    expect((await upload(slug, empty)).body).toMatchObject({ code: 'csv_unreadable' })
  for (const many of ['A\n'.repeat(100_001), `\u{feff}Code\r\n${'A\n'.repeat(100_001)}`])
    expect((await upload(slug, many)).body.detail).toBe('At most 100000 codes at a time.')
  const whole = await upload(slug, `\u{feff}Code\r\n\r\n${'A\r\n'.repeat(100_000)}`)
  expect([whole.status, await discard(slug, whole.body.id)]).toEqual([202, 204])
  expect((await upload(await slugOf(await makeItem(app)), 'A')).body.detail).toContain('is not a gift card')
  const failure = async (text: string | Buffer) => {
    const { id } = (await upload(slug, text)).body
    await work(id)
    const row = (await found(slug, id))!
    return [row.state, row.failure]
  }
  expect(await failure('code\n')).toEqual(['failed', 'There are no codes in this file.'])
  expect(await failure('A-1\nA-2\n"A-3\n')).toEqual([
    'failed',
    'This is no CSV file: line 3: a quote is not closed, or stands beside text in its cell.',
  ])
  const { id } = (await upload(slug, Buffer.from([0x41, 0xe9, 0x0a]))).body
  await work(id)
  expect(await found(slug, id)).toMatchObject({
    state: 'checked',
    refused: [{ line: 1, why: 'its code is not written in UTF-8' }],
  })
  expect((await confirm(slug, id)).body.detail).toContain('no code is new')
  // Three are open at most.
  for (const text of ['B-1', 'B-2']) expect((await upload(slug, text)).status).toBe(202)
  expect(await upload(slug, 'B-3')).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^You have 3 files of codes open/) },
  })
  expect((await upload(slug, 'B-3', max)).status).toBe(202)
  for (const one of (await call('GET', `/${slug}/code-imports`)).body.items) await discard(slug, one.id)
}, 60_000)

test('two files with the same codes are read at once: each code comes in once', async () => {
  const slug = await newCard()
  const [mine, theirs] = await Promise.all([
    upload(slug, 'T-1\nT-2\nT-3'),
    upload(slug, 'T-3\nT-2\nT-4', max),
  ])
  await Promise.all([work(mine.body.id), work(theirs.body.id)])
  await Promise.all([confirm(slug, mine.body.id), confirm(slug, theirs.body.id, max)])
  await Promise.all([work(mine.body.id), work(theirs.body.id)])
  const [one, other] = [(await found(slug, mine.body.id))!, (await found(slug, theirs.body.id, max))!]
  expect(one.codes + other.codes).toBe(4)
  expect(one.duplicates + other.duplicates).toBe(2)
  expect([...one.refused, ...other.refused].map(({ why: said }) => said)).toEqual([
    `this code is in the pool of ${slug} already`,
    `this code is in the pool of ${slug} already`,
  ])
  expect((await item(slug)).codes.unused).toBe(4)
})

test('an import is taken back but for what is sold, and its codes can come again', async () => {
  const itemId = await makeGiftCard(app, 0, { points: 10 })
  const slug = await slugOf(itemId)
  const first = await bring(slug, 'OLD-1')
  const newest = await bring(slug, 'NEW-1\nNEW-2\nNEW-3')
  const own = await buyer(app, 20)
  for (const left of [10, 0])
    expect((await callShop(app, own, 'POST', '/orders', { itemId, points: 10 })).body.balance).toBe(left)
  const back = async (importId: string, who = mia) =>
    await call('POST', `/${slug}/code-imports/${importId}/take-back`, why, who)
  expect((await back(newest.id, await operatorBearer(app, 'support'))).status).toBe(403)
  expect((await back(`imp_${'0'.repeat(32)}`)).status).toBe(404)
  // What is forgotten of the file is another thing than what it brought.
  expect(await discard(slug, newest.id)).toBe(204)
  expect(await back(newest.id)).toMatchObject({ status: 200, body: { removed: 2 } })
  expect(await back(newest.id)).toMatchObject({ status: 200, body: { removed: 2 } })
  const late = await back(newest.id, max)
  expect(late.status).toBe(409)
  expect(late.body.detail).toMatch(
    /^Every code of this import is sold, or was taken back\. mia did shop\.take-back-codes on it at .+ UTC\.$/,
  )
  expect((await item(slug)).codes).toMatchObject({ unused: 0, sold: 2 })
  expect(await bring(slug, 'NEW-1\nNEW-2')).toMatchObject({ codes: 1, duplicates: 1 })
  // Of another import nothing was taken back.
  expect(await back(first.id)).toMatchObject({
    status: 409,
    body: { detail: 'Every code of this import is sold, or was taken back.' },
  })
})

test('one that is cancelled while it is read stops, and leaves nothing', async () => {
  const slug = await newCard()
  const { id } = (await upload(slug, fileOf('GONE', 5_000))).body
  const working = work(id)
  await untilRead(id, 500)
  expect(await discard(slug, id)).toBe(204)
  expect(await working).toEqual({ imported: 0 })
  expect(await found(slug, id)).toBeUndefined()
  for (const table of ['shop_code_import_part', 'shop_code_import_line'])
    expect(
      (await sql`select from ${sql.table(table)} where import_id = ${id}`.execute(app.db)).rows,
      table,
    ).toEqual([])
})

test('a worker that goes on does not read a line again, and of two at once one stops', async () => {
  const slug = await newCard()
  const { id } = (await upload(slug, `${fileOf('TWICE', 3_000)}\nTWICE-7\nTWICE-2999`)).body
  // The first worker was killed after 1,000 lines: what it kept is there, what it was at is not.
  const killed = work(id)
  await untilRead(id, 1_000)
  await Promise.all([killed, work(id), work(id)])
  expect(await found(slug, id)).toMatchObject({ state: 'checked', codes: 3_000, duplicates: 2, lines: 3_002 })
  await confirm(slug, id)
  const brought = (await Promise.all([work(id), work(id), work(id)])) as { imported: number }[]
  expect(brought.map(({ imported }) => imported).sort((one, other) => one - other)).toEqual([0, 0, 3_000])
  expect((await item(slug)).codes.unused).toBe(3_000)
})

test('files whose job is over and did not end go on without one, also beside a file that cannot be read', async () => {
  const slug = await newCard()
  const broken = (await upload(slug, 'BROKEN-1')).body.id
  await sql`update shop_code_import_part set content = 'sealed by another' where import_id = ${broken}`.execute(
    app.db,
  )
  const { id } = (await upload(slug, 'LEFT-1\nLEFT-2')).body
  await expect(app.jobs.run('import-codes', {})).rejects.toThrow()
  expect(await found(slug, id)).toMatchObject({ state: 'checked', codes: 2 })
  await confirm(slug, id)
  expect(await discard(slug, broken)).toBe(204)
  expect(await app.jobs.run('import-codes', {})).toEqual({ imported: 2 })
  expect(await found(slug, id)).toMatchObject({ state: 'imported', codes: 2 })
})

test('while codes are brought their file is read, and who would change it is answered at once', async () => {
  const slug = await newCard()
  const { id } = (await upload(slug, 'BUSY-1\nBUSY-1')).body
  await work(id)
  await sql`update shop_code_import set expires_at = now() + interval '1 minute' where id = ${id}`.execute(
    app.db,
  )
  await app.db.transaction().execute(async (tx) => {
    await sql`select from shop_code_import where id = ${id} for update`.execute(tx)
    expect((await refusedFile(slug, id)).statusCode).toBe(200)
    expect(await confirm(slug, id)).toMatchObject({
      status: 409,
      body: { detail: 'This file is being worked on. Try again in a moment.' },
    })
    expect(await discard(slug, id)).toBe(409)
  })
  // What is being imported does not expire under its operator's eyes.
  const { expiresAt } = (await confirm(slug, id)).body
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000)
})

test('a worker that comes to the file after another has read it changes nothing', async () => {
  const slug = await newCard()
  const { id } = (await upload(slug, 'LATE-1\nLATE-2')).body
  // The late one has begun, and waits where it reads the file, until the other is done.
  const late = await app.db.transaction().execute(async (tx) => {
    await sql`lock table shop_code_import_part in access exclusive mode`.execute(tx)
    const working = work(id)
    await untilWaiting(tx, 'shop_code_import_part')
    await sql`update shop_code_import set state = 'checked', codes = 2, lines_read = 2 where id = ${id}`.execute(
      tx,
    )
    await sql`
      insert into shop_code_import_line (id, import_id, line, content, fingerprint)
      select 'cod_' || md5(line::text), ${id}, line, 'sealed', sha256(line::text::bytea) from generate_series(1, 2) line`.execute(
      tx,
    )
    await sql`delete from shop_code_import_part where import_id = ${id}`.execute(tx)
    return { working }
  })
  expect(await late.working).toEqual({ imported: 0 })
  expect(await found(slug, id)).toMatchObject({ state: 'checked', codes: 2, failure: null })
  expect(
    (await sql`select from shop_code_import_line where import_id = ${id}`.execute(app.db)).rows,
  ).toHaveLength(2)
})

test('a worker that dies half way, and one that dies as the codes come in: each code is there once', async () => {
  const slug = await newCard()
  const { id } = (await upload(slug, fileOf('DEATH', 2_500))).body
  // Its transaction waits for ours, and its connection is cut: what a killed process leaves.
  const killed = async (table: string) =>
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
      const dying = work(id).then(
        () => 'done',
        () => 'dead',
      )
      for (let ended = 0; ended === 0;) {
        const { rows } = await sql<{ ended: boolean }>`
          select pg_terminate_backend(pid) as ended from pg_locks
          where not granted and relation = ${table}::regclass`.execute(tx)
        ended = rows.length
      }
      return await dying
    })
  expect(await killed('shop_code_import_line')).toBe('dead')
  expect(await found(slug, id)).toMatchObject({ state: 'checking', linesRead: 0 })
  await work(id)
  expect(await found(slug, id)).toMatchObject({ state: 'checked', codes: 2_500, duplicates: 0 })
  await confirm(slug, id)
  expect(await killed('shop_code')).toBe('dead')
  expect((await item(slug)).codes.unused).toBe(0)
  expect(await work(id)).toEqual({ imported: 2_500 })
  expect((await item(slug)).codes.unused).toBe(2_500)
  expect(await acts(id)).toHaveLength(1)
})

// 100,000 by `npm run test:long -- code-imports`.
const size = Number(process.env.CODE_IMPORT_LINES ?? 20_000)
test(`a file of ${size} codes comes in whole while others are served`, { timeout: 900_000 }, async () => {
  const slug = await newCard()
  const before = performance.now()
  const { id } = (await upload(slug, fileOf('LONG', size))).body
  const sent = performance.now()
  const served = new AbortController()
  const waits: number[] = []
  const others = (async () => {
    while (!served.signal.aborted) {
      const from = performance.now()
      await app.server.inject({ url: '/api/v1/shop?limit=1' })
      waits.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  await work(id)
  const checked = performance.now()
  await confirm(slug, id)
  await work(id)
  const done = performance.now()
  served.abort()
  await others
  waits.sort((one, other) => one - other)
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1)
  if (process.env.CODE_IMPORT_LINES)
    process.stdout.write(
      `${size} codes: taken in ${seconds(before, sent)} s, read in ${seconds(sent, checked)} s, brought in ` +
        `${seconds(checked, done)} s; another request p95 ${waits[Math.floor(waits.length * 0.95)]!.toFixed(0)} ms, ` +
        `slowest ${waits.at(-1)!.toFixed(0)} ms; ${Math.round(process.memoryUsage().rss / 1e6)} MB\n`,
    )
  expect(await found(slug, id)).toMatchObject({ state: 'imported', codes: size, duplicates: 0, invalid: 0 })
  expect((await item(slug)).codes.unused).toBe(size)
  expect((await sql`select from shop_code_import_line where import_id = ${id}`.execute(app.db)).rows).toEqual(
    [],
  )
  // To read it all at once held every other request for as long as it took.
  expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(500)
  expect(await acts(id)).toHaveLength(1)
})

function fileOf(name: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${name}-${at}`).join('\n')
}

async function untilRead(importId: string, lines: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ read: number }>`
      select lines_read as read from shop_code_import where id = ${importId}`.execute(app.db)
    if (rows[0]!.read >= lines) return
  }
}

async function untilWaiting(tx: Tx, table: string): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks where not granted and relation = ${table}::regclass`.execute(tx)
    if (rows.length > 0) return
  }
}
