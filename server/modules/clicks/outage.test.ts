import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { clickCounts } from './click-queries.ts'
import { linksAreHeard, someLink } from '#testing/links.ts'

let app: TestApp
beforeAll(async () => {
  // On a slow machine a click may take longer than a second, and is not lost.
  app = await startTestApp({}, { directClickWaitMs: 30_000 })
  await app.server.ready()
})
afterAll(() => app.close())

const headers = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const visit = async (code: string) => await app.server.inject({ url: `/s/${code}`, headers })

const ready = async () => {
  const answer = await app.server.inject('/readyz')
  const { status, warnings = [] } = answer.json()
  return [answer.statusCode, status, ...warnings.map(({ check }: { check: string }) => check)]
}
const clickOf = (location: unknown) => /crels_click=(clk_[0-9a-f]{32})/.exec(String(location))?.[1]

describe('a folder of clicks that cannot be written', () => {
  const spool = () => join(app.config.dataDir, 'clicks')
  const block = () => {
    rmSync(spool(), { recursive: true, force: true })
    writeFileSync(spool(), 'in the way')
  }
  beforeAll(async () => await app.clicks.flush())
  // One test's failure is not the next one's.
  afterEach(() => {
    if (statSync(spool(), { throwIfNoEntry: false })?.isFile()) rmSync(spool())
  })
  // Longer than what it answered is believed.
  const heal = async () => {
    rmSync(spool(), { force: true })
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, 'ready'])
  }

  test('sends clicks to the database at once: each redirect has its click, and readiness warns and stays', async () => {
    expect(await ready()).toEqual([200, 'ready'])
    const link = await someLink(app.db)
    block()
    const before = { ...app.clicks.counts() }
    const answers = await Promise.all(Array.from({ length: 40 }, async () => await visit(link.code)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([302]))
    const { rows } = await sql<{
      id: string
    }>`select id from click where link_id = ${link.id} order by id`.execute(app.db)
    expect(rows.map(({ id }) => id)).toEqual(
      answers.map(({ headers: { location } }) => clickOf(location)).toSorted(),
    )
    expect(app.clicks.counts()).toEqual({ ...before, direct: before.direct + 40 })
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, 'ready', 'click_folder'])
    // A scrape in haste shows what was read before.
    const metrics = async () => (await app.server.inject('/metrics')).body
    await expect.poll(metrics).toContain('crels_readiness_finding{check="click_folder",refuses="false"} 1')
    await heal()
    await folderTakesClicks()
    await visit(link.code)
    await app.clicks.flush()
    expect(await clickCounts(app.db, [link.id])).toEqual(new Map([[link.id, { clicks: 41, countable: 1 }]]))
  })

  test('and a database that is away: the redirect goes on without crels_click, counted, and is no first visit', async () => {
    const link = await someLink(app.db)
    const other = await someLink(app.db)
    // News of a link that came late would take it out of the cache while the database is away.
    await linksAreHeard(app)
    await visit(link.code)
    await app.clicks.flush()
    await app.server.inject(`/s/${other.code}+`)
    await app.clicks.links.read(other.code)
    block()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
    const name = pg.escapeIdentifier(rows[0]!.name)
    await asAdmin(`alter database ${name} allow_connections false`)
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${rows[0]!.name}'`)
    const before = { ...app.clicks.counts() }
    try {
      for (let i = 0; i < 3; i++) {
        const answer = await visit(other.code)
        expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://brand.example/shop'])
      }
    } finally {
      await asAdmin(`alter database ${name} allow_connections true`)
    }
    expect(app.clicks.counts()).toEqual({ ...before, lost: before.lost + 3 })
    const metrics = await app.server.inject('/metrics')
    expect(metrics.body).toContain(`crels_clicks_beside_folder{way="lost"} ${before.lost + 3}`)
    await heal()
    await expect
      .poll(async () => clickOf((await visit(other.code)).headers.location), { timeout: 10_000 })
      .toBeDefined()
    await app.clicks.flush()
    expect(await clickCounts(app.db, [other.id])).toMatchObject(new Map([[other.id, { countable: 1 }]]))
  })
})

test('a click that goes to the database waits for no file that is being loaded', async () => {
  const link = await someLink(app.db)
  await linksAreHeard(app)
  const folder = join(app.config.dataDir, 'clicks')
  await folderTakesClicks()
  await app.clicks.flush()
  const holder = await app.db.startTransaction().execute()
  // Whatever file is next, its key waits for this transaction, and its load with it.
  await sql`lock table click_segment in exclusive mode`.execute(holder)
  let isAway = false
  let both: Promise<unknown>[] = []
  try {
    await visit(link.code)
    both = [app.clicks.flush()]
    await expect.poll(async () => await waitingFor('insert into click_segment')).toBe(1)
    renameSync(folder, `${folder}.away`)
    isAway = true
    writeFileSync(folder, 'in the way')
    both.push(visit(link.code))
    // Both are at the database, beside each other.
    await expect.poll(async () => await waitingFor('insert into click_segment')).toBe(2)
  } finally {
    if (isAway) {
      rmSync(folder, { force: true })
      renameSync(`${folder}.away`, folder)
    }
    await holder.rollback().execute()
    await Promise.allSettled(both)
  }
  expect(await Promise.all(both)).toMatchObject([undefined, { statusCode: 302 }])
  await expect.poll(ready, { timeout: 10_000 }).toEqual([200, 'ready'])
})

test('a click that is stored after its redirect went on is late, and not lost', async () => {
  const slow = await startTestApp({}, { directClickWaitMs: 50 })
  const folder = join(slow.config.dataDir, 'clicks')
  try {
    await slow.server.ready()
    const link = await someLink(slow.db)
    await linksAreHeard(slow)
    // An open file goes on taking clicks, also one that has lost its name.
    await slow.clicks.flush()
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'in the way')
    const holder = await slow.db.startTransaction().execute()
    try {
      await sql`lock table click_segment in exclusive mode`.execute(holder)
      const answer = await slow.server.inject({ url: `/s/${link.code}`, headers })
      expect(answer.statusCode).toBe(302)
      expect(clickOf(answer.headers.location)).toBeUndefined()
      expect(slow.clicks.counts()).toEqual({ direct: 0, late: 0, lost: 1 })
    } finally {
      await holder.rollback().execute()
    }
    await expect.poll(() => slow.clicks.counts()).toEqual({ direct: 0, late: 1, lost: 0 })
    expect(await clickCounts(slow.db, [link.id])).toMatchObject(new Map([[link.id, { clicks: 1 }]]))
    const { warnings } = (await slow.server.inject('/readyz')).json()
    expect(warnings).toMatchObject([
      { check: 'click_folder', detail: expect.stringContaining('1 did not get there in time') },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await slow.close()
  }
})

/** Visits until the folder is asked again, which rests for a second where it has refused a click. */
async function folderTakesClicks(): Promise<void> {
  const link = await someLink(app.db)
  const counts = () => ({ ...app.clicks.counts() })
  const isBeside = async () => {
    const before = counts()
    await visit(link.code)
    return JSON.stringify(counts()) !== JSON.stringify(before)
  }
  await expect.poll(isBeside).toBe(false)
}

/** How many statements that begin so wait for a lock. */
async function waitingFor(start: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`${start}%`}`.execute(
    app.db,
  )
  return rows[0]!.count
}

test('goes on redirecting while the database is away, and loads every click once it is back', async () => {
  await folderTakesClicks()
  const link = await someLink(app.db)
  await linksAreHeard(app)
  expect((await visit(link.code)).statusCode).toBe(302)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const name = pg.escapeIdentifier(rows[0]!.name)
  await asAdmin(`alter database ${name} allow_connections false`)
  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${rows[0]!.name}'`)
  try {
    for (let i = 0; i < 20; i++) expect((await visit(link.code)).statusCode).toBe(302)
    await expect(app.clicks.flush()).rejects.toThrow()
    // What was never read cannot be answered, and must not be called unknown.
    expect((await visit('never7x')).statusCode).toBe(503)
  } finally {
    await asAdmin(`alter database ${name} allow_connections true`)
  }
  await app.clicks.flush()
  expect(await clickCounts(app.db, [link.id])).toEqual(new Map([[link.id, { clicks: 21, countable: 1 }]]))
  expect((await visit('never7x')).statusCode).toBe(404)
})

test('clicks reach the database by themselves', async () => {
  const link = await someLink(app.db)
  await visit(link.code)
  await expect
    .poll(async () => (await clickCounts(app.db, [link.id])).get(link.id))
    .toEqual({ clicks: 1, countable: 1 })
})

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl.replace(/\/test_\w+/, '/postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
