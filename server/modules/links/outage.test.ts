import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { clickCounts } from './click-queries.ts'
import { linksAreHeard, someLink } from './links.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.server.ready()
})
afterAll(() => app.close())

const headers = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const visit = async (code: string) => await app.server.inject({ url: `/s/${code}`, headers })

test('a spool that cannot be written answers 503 rather than lose a click, and heals by itself', async () => {
  const link = await someLink(app.db)
  const spool = join(app.config.dataDir, 'clicks')
  rmSync(spool, { recursive: true, force: true })
  writeFileSync(spool, 'in the way')
  for (let i = 0; i < 3; i++) {
    const answer = await visit(link.code)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).toContain('One moment, please')
  }
  rmSync(spool)
  expect((await visit(link.code)).statusCode).toBe(302)
  await app.clicks.flush()
  // The refused ones were no clicks: this one is no repeat of them.
  expect(await clickCounts(app.db, [link.id])).toEqual(new Map([[link.id, { clicks: 1, countable: 1 }]]))
})

test('goes on redirecting while the database is away, and loads every click once it is back', async () => {
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
