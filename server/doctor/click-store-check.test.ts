import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasClickHouse, TestClickHouse } from '#testing/clickhouse.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { hasNats, TestNats } from '#testing/nats.ts'
import { readConfig } from '../config.ts'
import { newId } from '../platform/ids.ts'
import { checkClickPlaces } from './click-store-check.ts'
import type { Patient } from './doctor-check.ts'

const canRun = hasNats && hasClickHouse
let nats: TestNats
let server: TestClickHouse
let database: TestDatabase
beforeAll(async () => {
  if (!canRun) return
  ;[nats, server, database] = await Promise.all([
    TestNats.start(),
    TestClickHouse.start(),
    createTestDatabase(),
  ])
})
afterAll(async () => await Promise.all([nats?.stop(), server?.kill(), database?.drop()]))

const settings = (): Record<string, string> => ({
  CLICKHOUSE_URL: server.url,
  NATS_URL: nats.urls.join(','),
  CLICK_LOG_REPLICAS: '3',
  CLICK_LOG_DAYS: '1',
})
const patient = (given: Record<string, string>, db: Patient['db'] = database.db): Patient => ({
  config: readConfig(given),
  db,
  readiness: null,
})
const look = async (given = settings()) => await checkClickPlaces(patient(given))

/** What ClickHouse is told by itself, past the product. */
async function order(statement: string): Promise<void> {
  const { origin } = new URL(server.url)
  const answer = await fetch(origin, { method: 'POST', body: statement })
  if (!answer.ok) throw new Error(await answer.text())
}

/** A batch that is not stored, of some clicks that nobody has or that are on their way since some minutes. */
async function batch(clicks: number, { minutes = 0, isMissing = false }): Promise<void> {
  const [id, key] = [newId('clickBatch'), newId('clickBatch')]
  const parts = JSON.stringify([{ key, sequence: null, ...(isMissing && { wasMissing: true }) }])
  await sql`
    insert into click_batch (id, parts, made_at)
    values (${id}, ${parts}::jsonb, now() - make_interval(mins => ${minutes}))`.execute(database.db)
  await sql`insert into click_segment (key, lines, batch_id) values (${key}, ${clicks}, ${id})`.execute(
    database.db,
  )
}

test('without CLICKHOUSE_URL there is nothing to look at, and without the database nothing is said', async () => {
  expect(await checkClickPlaces(patient({}, null))).toBeNull()
  const away = { CLICKHOUSE_URL: 'http://127.0.0.1:9/crels' }
  expect(await checkClickPlaces(patient(away, null))).toMatchObject({ verdict: 'not checked' })
})

test.skipIf(!canRun)(
  'clicks past the database: ok while both places answer and keep up, and each fault is said (skipped without nats-server and ClickHouse’s engine)',
  async () => {
    await expect
      .poll(async () => await look(), { timeout: 60_000, interval: 500 })
      .toEqual({
        name: 'clicks',
        verdict: 'ok',
        says: expect.stringMatching(/^ClickHouse \S+ has them, 0 segments wait in the log$/) as string,
      })
    await batch(7, { minutes: 6 })
    await batch(3, { isMissing: true })
    expect(await look()).toEqual({
      name: 'clicks',
      verdict: 'warning',
      says: expect.stringMatching(
        /^some have waited for ClickHouse for 3[67]\d s; 3 are in files of a machine that is off, or in none$/,
      ) as string,
    })
    await sql`delete from click_segment`.execute(database.db)
    await sql`delete from click_batch`.execute(database.db)

    await order(`insert into crels.click_unique (link_id) values ('lnk_none')`)
    await order(
      `alter table crels.click_unique delete where throwIf(link_id = 'lnk_none') = 1 settings mutations_sync = 0`,
    )
    const kept = /^sub-ids of members who left stay in ClickHouse, which says: .*throwIf/s
    await expect.poll(async () => (await look())!.says, { timeout: 30_000 }).toMatch(kept)
    expect((await look())!.verdict).toBe('warning')
    await order(`kill mutation where table = 'click_unique'`)
    expect(await look()).toMatchObject({ verdict: 'ok' })

    // One of three is no fault that stops anything, two are.
    await nats.kill(2)
    await expect
      .poll(async () => await look(), { timeout: 60_000, interval: 500 })
      .toMatchObject({
        verdict: 'warning',
        says: expect.stringMatching(/NATS: node-2 does not follow/) as string,
      })
    await nats.stop()
    const waits = expect.stringMatching(/: clicks wait in DATA_DIR\/clicks or in the log$/) as string
    expect(await look()).toMatchObject({ verdict: 'problem', says: waits })
    const { NATS_URL: _, ...direct } = settings()
    expect(await look(direct)).toMatchObject({
      verdict: 'ok',
      says: expect.stringMatching(/^ClickHouse \S+ has them$/) as string,
    })
    await server.kill()
    await sleep(100)
    expect(await look(direct)).toMatchObject({ verdict: 'problem', says: waits })
  },
  240_000,
)
