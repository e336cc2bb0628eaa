import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Db } from './database.ts'
import { resetClock, shiftClock } from './clock.ts'
import { forgetProductionUse, productionUse, recordProductionUse } from './production-use.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const development = readConfig({})
const production = readConfig({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://crels.example' })

test('development leaves no mark, and moves the clock', async () => {
  await recordProductionUse(app.db, development)
  expect(await productionUse(app.db)).toBeNull()
  await shiftClock(app.db, '31 days')
})

test('a database whose clock was moved is refused in production until it is put back', async () => {
  await expect(recordProductionUse(app.db, production)).rejects.toThrow(/clock --reset/)
  expect(await productionUse(app.db)).toBeNull()
  await resetClock(app.db)
  await recordProductionUse(app.db, production)
  expect(await productionUse(app.db)).toMatchObject({ publicOrigin: 'https://crels.example' })
})

test('once in production, the database itself refuses another clock, for every caller and later session', async () => {
  await recordProductionUse(app.db, development)
  const refusal = /clock of a database in production stays/
  await expect(shiftClock(app.db, '1 day')).rejects.toThrow(refusal)
  await expect(
    asOwner(async (db) => await sql`update clock_offset set shift = '1 day'`.execute(db)),
  ).rejects.toThrow(refusal)
  await expect(forgetProductionUse(app.db, 'https://crels.example')).rejects.toThrow(/permission denied/)
})

test('the demo data may move it within its transaction', async () => {
  const moved = app.db.transaction().execute(async (tx) => {
    await sql`update clock_offset set shift = '-1 day'`.execute(tx)
    await sql`update clock_offset set shift = '0'`.execute(tx)
  })
  await expect(moved).resolves.toBeUndefined()
})

test('a copy becomes one of development for an operator who names its original', async () => {
  await asOwner(async (db) => {
    expect(await forgetProductionUse(db, 'https://other.example')).toBe(false)
    expect(await forgetProductionUse(db, 'https://crels.example')).toBe(true)
  })
  await shiftClock(app.db, '1 day')
})

test('a start and a moved clock at once: one of them is refused', async () => {
  await resetClock(app.db)
  const [served, moved] = await Promise.allSettled([
    recordProductionUse(app.db, production),
    shiftClock(app.db, '1 day'),
  ])
  expect([served.status, moved.status].toSorted()).toEqual(['fulfilled', 'rejected'])
})

async function asOwner<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ url: app.databaseUrl, poolSize: 1 })
  return await work(db).finally(async () => await db.destroy())
}
