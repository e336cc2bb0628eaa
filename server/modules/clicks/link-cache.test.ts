import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { LinkCache } from './link-cache.ts'
import { setLinkState, someLink } from '#testing/links.ts'
import { visit } from '#testing/visits.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  origin = await app.listen()
})
afterAll(() => app.close())

test('a changed link is followed at once, on every process', async () => {
  const link = await someLink(app.db)
  const other = await startBeside(app)
  try {
    const states = async () => [
      (await visit(origin, `/s/${link.code}`)).status,
      (await other.server.inject(`/s/${link.code}`)).statusCode,
    ]
    expect(await states()).toEqual([302, 302])
    await app.db.transaction().execute((tx) => setLinkState(tx, link.id, 'disabled'))
    // A notification reached them: without one it would be read anew after a minute.
    await expect.poll(states, { interval: 20 }).toEqual([410, 410])
    await app.db.transaction().execute((tx) => setLinkState(tx, link.id, 'active'))
    await expect.poll(states, { interval: 20 }).toEqual([302, 302])
  } finally {
    await other.close()
  }
})

test('a code that was unknown is found once it is made', async () => {
  expect((await visit(origin, '/s/fresh-one')).status).toBe(404)
  const link = await someLink(app.db)
  await sql`update link set code = 'fresh-one' where id = ${link.id}`.execute(app.db)
  await expect.poll(async () => (await visit(origin, '/s/fresh-one')).status).toBe(302)
})

test('reads many codes at once with one query at a time, and remembers what is unknown', async () => {
  const cache = new LinkCache(app.db)
  const link = await someLink(app.db)
  const codes = [link.code, ...Array.from({ length: 500 }, (_, i) => `nobody-${i}`)]
  expect(cache.get(link.code)).toBeUndefined()
  const found = await Promise.all([...codes, ...codes].map((code) => cache.read(code)))
  expect(found.filter(Boolean).map((one) => one!.id)).toEqual([link.id, link.id])
  expect(cache.get(link.code)).toMatchObject({ id: link.id, state: 'active' })
  expect(cache.get('nobody-7')).toBeNull()
})

test('does not keep what was changed while it was read', async () => {
  const cache = new LinkCache(app.db)
  const link = await someLink(app.db)
  const reading = cache.read(link.code)
  cache.forget(link.code)
  await reading
  expect(cache.get(link.code)).toBeUndefined()
  await cache.read(link.code)
  expect(cache.get(link.code)).not.toBeUndefined()
  cache.forget('*')
  expect(cache.get(link.code)).toBeUndefined()
})

test('reads a link again after a minute, and serves the old one while the database does not answer', async () => {
  const cache = new LinkCache(app.db)
  const link = await someLink(app.db)
  const known = await cache.read(link.code)
  const later = Date.now() + 61_000
  expect(cache.get(link.code, later)).toBeUndefined()
  await ownerDoes('alter table link rename to link_away')
  try {
    expect(await cache.read(link.code)).toMatchObject({ id: known!.id, url: known!.url })
    await expect(cache.read('fresh7x')).rejects.toThrow(/does not exist/)
  } finally {
    await ownerDoes('alter table link_away rename to link')
  }
})

test('reads a doubted link before it serves, and serves the old one while the database does not answer', async () => {
  const cache = new LinkCache(app.db)
  const link = await someLink(app.db)
  const known = await cache.read(link.code)
  cache.doubt()
  expect(cache.get(link.code)).toBeUndefined()
  await ownerDoes('alter table link rename to link_away')
  try {
    expect(await cache.read(link.code)).toEqual(known)
    // For a while: a database that is away is not asked by each visit.
    expect(cache.get(link.code)).toEqual(known)
  } finally {
    await ownerDoes('alter table link_away rename to link')
  }
  cache.forget('*')
  expect(cache.get(link.code)).toBeUndefined()
})

test('waits a moment only for a database that is silent, where a link has merely aged', async () => {
  const cache = new LinkCache(app.db)
  const link = await someLink(app.db)
  const known = await cache.read(link.code)
  const owner = openPool({ url: app.databaseUrl, poolSize: 1 })
  const client = await owner.connect()
  await client.query('begin; lock table link')
  try {
    expect(await cache.read(link.code)).toEqual(known)
  } finally {
    await client.query('rollback')
    client.release()
    await owner.end()
  }
})

async function ownerDoes(statement: string): Promise<void> {
  const owner = openPool({ url: app.databaseUrl, poolSize: 1 })
  await owner.query(statement)
  await owner.end()
}
